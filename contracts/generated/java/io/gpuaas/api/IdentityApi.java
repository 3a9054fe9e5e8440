// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** The caller's identity, tenants, and their projects. */
public interface IdentityApi {

    /** Create a project in a tenant. */
    @ContractOperation(
            id = "createProject",
            permission = "projects.create",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "project.create",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/projects", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Project createProject(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody CreateProject createProject);

    /** Create a tenant. */
    @ContractOperation(
            id = "createTenant",
            permission = "tenants.create",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "tenant.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Tenant createTenant(
            @Valid @RequestBody CreateTenant createTenant);

    /** Delete an empty project. */
    @ContractOperation(
            id = "deleteProject",
            permission = "projects.delete",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "project.delete")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/projects/{project_id}", produces = "application/json")
    Project deleteProject(
            @PathVariable("project_id") ProjectId projectId);

    /** Delete an empty tenant. */
    @ContractOperation(
            id = "deleteTenant",
            permission = "tenants.delete",
            scope = Scope.TENANT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "tenant.delete")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/tenants/{tenant_id}", produces = "application/json")
    Tenant deleteTenant(
            @PathVariable("tenant_id") TenantId tenantId);

    /** Get the caller's identity and permissions. */
    @ContractOperation(
            id = "getMe",
            permission = "none",
            scope = Scope.SELF,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/me", produces = "application/json")
    Me getMe();

    /** Get a project. */
    @ContractOperation(
            id = "getProject",
            permission = "projects.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}", produces = "application/json")
    Project getProject(
            @PathVariable("project_id") ProjectId projectId);

    /** Get a tenant. */
    @ContractOperation(
            id = "getTenant",
            permission = "tenants.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}", produces = "application/json")
    Tenant getTenant(
            @PathVariable("tenant_id") TenantId tenantId);

    /** List a tenant's projects. */
    @ContractOperation(
            id = "listProjects",
            permission = "projects.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/projects", produces = "application/json")
    ProjectPage listProjects(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List all tenants. */
    @ContractOperation(
            id = "listTenants",
            permission = "tenants.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants", produces = "application/json")
    TenantPage listTenants(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Rename a project. */
    @ContractOperation(
            id = "updateProject",
            permission = "projects.update",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "project.update",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}", produces = "application/json", consumes = "application/json")
    Project updateProject(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody UpdateProject updateProject);

    /** Rename a tenant. */
    @ContractOperation(
            id = "updateTenant",
            permission = "tenants.update",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "tenant.update",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/tenants/{tenant_id}", produces = "application/json", consumes = "application/json")
    Tenant updateTenant(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody UpdateTenant updateTenant);
}
