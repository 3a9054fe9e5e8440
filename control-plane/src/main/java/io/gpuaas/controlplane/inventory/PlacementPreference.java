package io.gpuaas.controlplane.inventory;

import java.util.Locale;

/** The preference among places that fit. */
enum PlacementPreference {
    /** Keeps whole hosts, then groups of four, then pairs, then leaves the least over. */
    BEST_FIT,
    /** Fills the fullest host first, so that others stay empty. */
    PACK,
    /** Takes the emptiest host first, so that one failure hits fewer. */
    SPREAD;

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static PlacementPreference of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
