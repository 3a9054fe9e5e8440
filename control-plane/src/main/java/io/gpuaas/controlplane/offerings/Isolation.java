package io.gpuaas.controlplane.offerings;

import java.util.Locale;

/** What happens to a host between two holders. */
public enum Isolation {
    /** The login goes, with its processes, keys and files. */
    USER_REVOKE,
    /** The host is built anew. */
    FULL_REIMAGE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Isolation of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
