package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.offerings.Sku;
import java.util.Set;

/** Whether somebody may have what is free, in view of what was promised to others. */
sealed interface Headroom {

    /** Nobody has a promise. */
    record Open() implements Headroom {}

    /** Others have promises, or slots that are kept for them, which hold as long as this is placed with care. */
    record Beside(Set<Long> kept) implements Headroom {}

    record Claimed(String sentence) implements Headroom {}

    static Claimed othersWait(Sku sku) {
        return new Claimed("Other requests are already waiting for " + sku.name() + ".");
    }
}
