package io.gpuaas.controlplane.inventory;

import java.util.List;

/** What placement found. */
sealed interface PlacementChoice {

    record Fits(Host host, List<SlotPart> parts, List<String> reasons) implements PlacementChoice {}

    /** The sentence is for the user who asked. */
    record Misfit(String sentence) implements PlacementChoice {}
}
