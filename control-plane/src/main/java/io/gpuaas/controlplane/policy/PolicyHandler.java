package io.gpuaas.controlplane.policy;

import io.gpuaas.api.PoliciesApi;
import io.gpuaas.api.Policy;
import io.gpuaas.api.PolicyList;
import io.gpuaas.api.SetPolicy;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PolicyHandler implements PoliciesApi {

    private final Policies policies;

    PolicyHandler(Policies policies) {
        this.policies = policies;
    }

    @Override
    public PolicyList listPolicies() {
        return new PolicyList(policies.list(null, null));
    }

    @Override
    public PolicyList listTenantPolicies(TenantId tenant) {
        return new PolicyList(policies.list(tenant, null));
    }

    @Override
    public PolicyList listProjectPolicies(ProjectId project) {
        return new PolicyList(policies.list(Call.current().tenantId(), project));
    }

    @Override
    public Policy setPolicy(String key, SetPolicy body) {
        return set(PolicyTarget.GLOBAL, key, body, null, null);
    }

    @Override
    public Policy setTenantPolicy(TenantId tenant, String key, SetPolicy body) {
        return set(PolicyTarget.of(tenant), key, body, tenant, null);
    }

    @Override
    public Policy setProjectPolicy(ProjectId project, String key, SetPolicy body) {
        return set(PolicyTarget.of(project), key, body, Call.current().tenantId(), project);
    }

    @Override
    public Policy clearPolicy(String key) {
        return clear(PolicyTarget.GLOBAL, key, null, null);
    }

    @Override
    public Policy clearTenantPolicy(TenantId tenant, String key) {
        return clear(PolicyTarget.of(tenant), key, tenant, null);
    }

    @Override
    public Policy clearProjectPolicy(ProjectId project, String key) {
        return clear(PolicyTarget.of(project), key, Call.current().tenantId(), project);
    }

    private Policy set(
            PolicyTarget target, String key, SetPolicy body, @Nullable TenantId tenant, @Nullable ProjectId project) {
        policies.set(target, key, body.value(), body.reason());
        return policies.view(key, tenant, project);
    }

    private Policy clear(PolicyTarget target, String key, @Nullable TenantId tenant, @Nullable ProjectId project) {
        policies.clear(target, key);
        return policies.view(key, tenant, project);
    }
}
