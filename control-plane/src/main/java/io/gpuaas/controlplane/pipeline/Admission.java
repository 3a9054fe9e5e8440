package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.platform.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that passed authentication, authorization and the rate limit, with what the rest needs of it. */
record Admission(
        Operation operation,
        Authenticated who,
        Call call,
        Map<String, String> pathVariables,
        @Nullable String idempotencyKey,
        Request request,
        Map<String, String> detail) {

    /** With what the audit row shall say besides. */
    Admission with(Map<String, String> more) {
        return new Admission(operation, who, call, pathVariables, idempotencyKey, request, more);
    }

    /** The parts of the HTTP request that make up its identity. */
    interface Request {
        String method();

        /** Path and query. */
        String target();

        byte[] body();
    }
}
