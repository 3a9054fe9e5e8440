// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** Typed settings with defaults and bounds, overridden from global to tenant to project. */
public final class PoliciesApi {

    private final Transport transport;

    PoliciesApi(Transport transport) {
        this.transport = transport;
    }

    /** Remove a platform-wide policy override. */
    public Policy clearPolicy(String policyKey) {
        return clearPolicy(policyKey, IdempotencyKey.random());
    }

    /** Remove a platform-wide policy override, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Policy clearPolicy(String policyKey, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/policies/{policy_key}")
                .path("policy_key", policyKey)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Policy.class);
    }

    /** Remove a project's policy override. */
    public Policy clearProjectPolicy(ProjectId projectId, String policyKey) {
        return clearProjectPolicy(projectId, policyKey, IdempotencyKey.random());
    }

    /** Remove a project's policy override, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Policy clearProjectPolicy(ProjectId projectId, String policyKey, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/projects/{project_id}/policies/{policy_key}")
                .path("project_id", projectId)
                .path("policy_key", policyKey)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Policy.class);
    }

    /** Remove a tenant's policy override. */
    public Policy clearTenantPolicy(TenantId tenantId, String policyKey) {
        return clearTenantPolicy(tenantId, policyKey, IdempotencyKey.random());
    }

    /** Remove a tenant's policy override, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Policy clearTenantPolicy(TenantId tenantId, String policyKey, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/tenants/{tenant_id}/policies/{policy_key}")
                .path("tenant_id", tenantId)
                .path("policy_key", policyKey)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Policy.class);
    }

    /** List all policy keys with their platform-wide values and sources. */
    public PolicyList listPolicies() {
        Call call = Call.of("GET", "/api/v1/policies")
                .accept("application/json");
        return transport.send(call, PolicyList.class);
    }

    /** List all policy keys with the values in effect for a project. */
    public PolicyList listProjectPolicies(ProjectId projectId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/policies")
                .path("project_id", projectId)
                .accept("application/json");
        return transport.send(call, PolicyList.class);
    }

    /** List all policy keys with the values in effect for a tenant. */
    public PolicyList listTenantPolicies(TenantId tenantId) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/policies")
                .path("tenant_id", tenantId)
                .accept("application/json");
        return transport.send(call, PolicyList.class);
    }

    /** Override a policy for the whole platform. */
    public Policy setPolicy(String policyKey, SetPolicy setPolicy) {
        return setPolicy(policyKey, setPolicy, IdempotencyKey.random());
    }

    /** Override a policy for the whole platform, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Policy setPolicy(String policyKey, SetPolicy setPolicy, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/policies/{policy_key}")
                .path("policy_key", policyKey)
                .idempotencyKey(idempotencyKey)
                .body(setPolicy)
                .accept("application/json");
        return transport.send(call, Policy.class);
    }

    /** Override a policy for a project. */
    public Policy setProjectPolicy(ProjectId projectId, String policyKey, SetPolicy setPolicy) {
        return setProjectPolicy(projectId, policyKey, setPolicy, IdempotencyKey.random());
    }

    /** Override a policy for a project, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Policy setProjectPolicy(ProjectId projectId, String policyKey, SetPolicy setPolicy, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/policies/{policy_key}")
                .path("project_id", projectId)
                .path("policy_key", policyKey)
                .idempotencyKey(idempotencyKey)
                .body(setPolicy)
                .accept("application/json");
        return transport.send(call, Policy.class);
    }

    /** Override a policy for a tenant. */
    public Policy setTenantPolicy(TenantId tenantId, String policyKey, SetPolicy setPolicy) {
        return setTenantPolicy(tenantId, policyKey, setPolicy, IdempotencyKey.random());
    }

    /** Override a policy for a tenant, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Policy setTenantPolicy(TenantId tenantId, String policyKey, SetPolicy setPolicy, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/tenants/{tenant_id}/policies/{policy_key}")
                .path("tenant_id", tenantId)
                .path("policy_key", policyKey)
                .idempotencyKey(idempotencyKey)
                .body(setPolicy)
                .accept("application/json");
        return transport.send(call, Policy.class);
    }
}
