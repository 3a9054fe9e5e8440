// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

/** Everything one request led to, by its correlation id, for operators. */
public final class TracesApi {

    private final Transport transport;

    TracesApi(Transport transport) {
        this.transport = transport;
    }

    /** Show what a request led to. */
    public Trace getTrace(String correlationId) {
        Call call = Call.of("GET", "/api/v1/traces/{correlation_id}")
                .path("correlation_id", correlationId)
                .accept("application/json");
        return transport.send(call, Trace.class);
    }
}
