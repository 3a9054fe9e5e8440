package io.gpuaas.controlplane.offerings;

import java.util.Locale;

/** How a host is cleaned between two holders. */
public enum Isolation {
    /** The login goes, with its processes, keys and files. */
    USER_REVOKE,
    /** The host is rebuilt. */
    FULL_REIMAGE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Isolation of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
