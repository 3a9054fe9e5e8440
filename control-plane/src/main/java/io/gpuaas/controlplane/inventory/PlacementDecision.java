package io.gpuaas.controlplane.inventory;

import java.util.List;

/** What became of a request for capacity. */
public sealed interface PlacementDecision {

    record Taken(Lease lease, List<String> reasons) implements PlacementDecision {}

    /** The sentence is for the user who asked. */
    record Refused(String sentence) implements PlacementDecision {}
}
