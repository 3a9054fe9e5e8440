package io.gpuaas.controlplane.nodes;

import java.util.Locale;

/** A node's place in the fleet. */
enum NodeState {
    /** Has not reported its topology and running instances yet. */
    ENROLLING,
    READY,
    /** Keeps what it has, gets nothing new. */
    CORDONED,
    /** Is being emptied. */
    DRAINING,
    DRAINED,
    /** Silent, or back and not yet checked. */
    UNREACHABLE,
    /** Set aside because something is wrong with it. */
    QUARANTINED,
    RETIRED;

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static NodeState of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
