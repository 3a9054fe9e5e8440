package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.offerings.Sku;
import java.util.Set;

/** Says whether free capacity may be taken, considering reservations of others. */
sealed interface Headroom {

    /** No reservation is in the way. */
    record Open() implements Headroom {}

    /** Others have promises, or slots that are kept for them, which hold as long as this is placed with care. */
    record Beside(Set<Long> kept) implements Headroom {}

    record Claimed(String sentence) implements Headroom {}

    static Claimed othersWait(Sku sku) {
        return new Claimed("Other requests are already waiting for " + sku.name() + ".");
    }
}
