// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** The caller's identity, tenants, and their projects. */
public final class IdentityApi {

    private final Transport transport;

    IdentityApi(Transport transport) {
        this.transport = transport;
    }

    /** Create a project in a tenant. */
    public Project createProject(TenantId tenantId, CreateProject createProject) {
        return createProject(tenantId, createProject, IdempotencyKey.random());
    }

    /** Create a project in a tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Project createProject(TenantId tenantId, CreateProject createProject, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/projects")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(createProject)
                .accept("application/json");
        return transport.send(call, Project.class);
    }

    /** Create a tenant. */
    public Tenant createTenant(CreateTenant createTenant) {
        return createTenant(createTenant, IdempotencyKey.random());
    }

    /** Create a tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Tenant createTenant(CreateTenant createTenant, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants")
                .idempotencyKey(idempotencyKey)
                .body(createTenant)
                .accept("application/json");
        return transport.send(call, Tenant.class);
    }

    /** Delete an empty project. */
    public Project deleteProject(ProjectId projectId) {
        return deleteProject(projectId, IdempotencyKey.random());
    }

    /** Delete an empty project, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Project deleteProject(ProjectId projectId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/projects/{project_id}")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Project.class);
    }

    /** Delete an empty tenant. */
    public Tenant deleteTenant(TenantId tenantId) {
        return deleteTenant(tenantId, IdempotencyKey.random());
    }

    /** Delete an empty tenant, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Tenant deleteTenant(TenantId tenantId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/tenants/{tenant_id}")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Tenant.class);
    }

    /** Get the caller's identity and permissions. */
    public Me getMe() {
        Call call = Call.of("GET", "/api/v1/me")
                .accept("application/json");
        return transport.send(call, Me.class);
    }

    /** Get a project. */
    public Project getProject(ProjectId projectId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}")
                .path("project_id", projectId)
                .accept("application/json");
        return transport.send(call, Project.class);
    }

    /** Get a tenant. */
    public Tenant getTenant(TenantId tenantId) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}")
                .path("tenant_id", tenantId)
                .accept("application/json");
        return transport.send(call, Tenant.class);
    }

    /** List a tenant's projects. */
    public ProjectPage listProjects(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/projects")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, ProjectPage.class);
    }

    /** List all tenants. */
    public TenantPage listTenants(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants")
                .page(page)
                .accept("application/json");
        return transport.send(call, TenantPage.class);
    }

    /** Rename a project. */
    public Project updateProject(ProjectId projectId, UpdateProject updateProject) {
        return updateProject(projectId, updateProject, IdempotencyKey.random());
    }

    /** Rename a project, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Project updateProject(ProjectId projectId, UpdateProject updateProject, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(updateProject)
                .accept("application/json");
        return transport.send(call, Project.class);
    }

    /** Rename a tenant. */
    public Tenant updateTenant(TenantId tenantId, UpdateTenant updateTenant) {
        return updateTenant(tenantId, updateTenant, IdempotencyKey.random());
    }

    /** Rename a tenant, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Tenant updateTenant(TenantId tenantId, UpdateTenant updateTenant, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/tenants/{tenant_id}")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(updateTenant)
                .accept("application/json");
        return transport.send(call, Tenant.class);
    }
}
