package io.gpuaas.controlplane.inventory;

import java.util.List;

/** The result of placement. */
sealed interface PlacementChoice {

    record Fits(Host host, List<SlotPart> parts, List<String> reasons) implements PlacementChoice {}

    /** The sentence is shown to the user. */
    record Misfit(String sentence) implements PlacementChoice {}
}
