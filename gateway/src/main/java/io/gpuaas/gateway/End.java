package io.gpuaas.gateway;

/** Why a stream is over, as both ends are told. */
enum End {
    READER_LEFT(1000, "reader_left"),
    /** Without a goodbye: they may come back for what they have not got. */
    READER_LOST(4499, "reader_lost"),
    NODE_LEFT(1000, "node_left"),
    NOBODY_CAME(4408, "nobody_came"),
    TIME_IS_UP(4410, "time_is_up"),
    REVOKED(4403, "revoked"),
    GATEWAY_STOPS(1001, "gateway_stops");

    private final short code;
    private final String reason;

    End(int code, String reason) {
        this.code = (short) code;
        this.reason = reason;
    }

    short code() {
        return code;
    }

    String reason() {
        return reason;
    }
}
