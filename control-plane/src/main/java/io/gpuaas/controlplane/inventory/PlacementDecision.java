package io.gpuaas.controlplane.inventory;

import java.util.List;

/** The outcome of a request for capacity. */
public sealed interface PlacementDecision {

    record Taken(Lease lease, List<String> reasons) implements PlacementDecision {}

    /** The sentence is shown to the user. */
    record Refused(String sentence) implements PlacementDecision {}
}
