package io.gpuaas.controlplane.offerings;

import java.util.Locale;

/** The form of one unit of a SKU. */
public enum Shape {
    /** A whole host. */
    BARE_METAL,
    /** Whole GPUs of one NUMA node. */
    GPU_SLICE,
    /** A part of one GPU. */
    MIG;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Shape of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
