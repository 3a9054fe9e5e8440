// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** Everything a request caused, by correlation ID. */
public interface TracesApi {

    /** Get everything a request caused in a project. */
    @ContractOperation(
            id = "getProjectTrace",
            permission = "traces.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/traces/{correlation_id}", produces = "application/json")
    Trace getProjectTrace(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("correlation_id") @Size(min = 1, max = 64) String correlationId);

    /** Get everything a request caused in a tenant. */
    @ContractOperation(
            id = "getTenantTrace",
            permission = "audit.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/traces/{correlation_id}", produces = "application/json")
    Trace getTenantTrace(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("correlation_id") @Size(min = 1, max = 64) String correlationId);

    /** Get everything a request caused. */
    @ContractOperation(
            id = "getTrace",
            permission = "audit.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/traces/{correlation_id}", produces = "application/json")
    Trace getTrace(
            @PathVariable("correlation_id") @Size(min = 1, max = 64) String correlationId);
}
