package io.gpuaas.controlplane.inventory;

import java.util.List;

/** What placement found. */
sealed interface Choice {

    record Fits(Host host, List<Part> parts, List<String> reasons) implements Choice {}

    /** The sentence is for the user who asked. */
    record Misfit(String sentence) implements Choice {}
}
