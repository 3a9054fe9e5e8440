package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.offerings.Sku;

/** Whether somebody may have what is free, in view of what was promised to others. */
sealed interface Room {

    /** Nobody has a promise. */
    record Open() implements Room {}

    /** Others have promises, which hold as long as this is placed with care. */
    record Beside() implements Room {}

    record Claimed(String sentence) implements Room {}

    static Claimed othersWait(Sku sku) {
        return new Claimed("Others wait for " + sku.name() + " already.");
    }
}
