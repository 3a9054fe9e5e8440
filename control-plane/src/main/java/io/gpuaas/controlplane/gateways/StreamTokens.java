package io.gpuaas.controlplane.gateways;

import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.StreamId;
import java.time.Instant;

/** Stores digests of unused tokens. Never the tokens: reading this store gives no access. */
interface StreamTokens {

    /** Inside a transaction it counts once that has committed. */
    void add(Token token);

    /** Of any number that come at once, at whatever process, one finds it good. Another gateway does not use it up. */
    Use use(GatewayId gateway, String digest);

    record Token(String digest, StreamId stream, GatewayId gateway, Instant expiresAt) {}

    sealed interface Use {

        record Good(StreamId stream) implements Use {}

        record Refused(Reason reason) implements Use {}
    }

    enum Reason {
        USED,
        EXPIRED,
        UNKNOWN
    }
}
