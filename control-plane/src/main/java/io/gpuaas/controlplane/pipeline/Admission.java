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
        Request request) {

    /** The parts of the HTTP request that make up its identity. */
    interface Request {
        String method();

        String path();

        byte[] body();
    }
}
