// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** Everything a request caused, by correlation ID. */
public final class TracesApi {

    private final Transport transport;

    TracesApi(Transport transport) {
        this.transport = transport;
    }

    /** Get everything a request caused in a project. */
    public Trace getProjectTrace(ProjectId projectId, String correlationId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/traces/{correlation_id}")
                .path("project_id", projectId)
                .path("correlation_id", correlationId)
                .accept("application/json");
        return transport.send(call, Trace.class);
    }

    /** Get everything a request caused in a tenant. */
    public Trace getTenantTrace(TenantId tenantId, String correlationId) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/traces/{correlation_id}")
                .path("tenant_id", tenantId)
                .path("correlation_id", correlationId)
                .accept("application/json");
        return transport.send(call, Trace.class);
    }

    /** Get everything a request caused. */
    public Trace getTrace(String correlationId) {
        Call call = Call.of("GET", "/api/v1/traces/{correlation_id}")
                .path("correlation_id", correlationId)
                .accept("application/json");
        return transport.send(call, Trace.class);
    }
}
