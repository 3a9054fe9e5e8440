// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** Typed settings with defaults and bounds, overridden from global to tenant to project. */
public interface PoliciesApi {

    /** Remove a platform-wide policy override. */
    @ContractOperation(
            id = "clearPolicy",
            permission = "policies.write",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "policy.clear",
            givesRights = GivesRights.POLICY)
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/policies/{policy_key}", produces = "application/json")
    Policy clearPolicy(
            @PathVariable("policy_key") @Size(max = 100) String policyKey);

    /** Remove a project's policy override. */
    @ContractOperation(
            id = "clearProjectPolicy",
            permission = "policies.write",
            scope = Scope.PROJECT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "policy.clear",
            givesRights = GivesRights.POLICY)
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/projects/{project_id}/policies/{policy_key}", produces = "application/json")
    Policy clearProjectPolicy(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("policy_key") @Size(max = 100) String policyKey);

    /** Remove a tenant's policy override. */
    @ContractOperation(
            id = "clearTenantPolicy",
            permission = "policies.write",
            scope = Scope.TENANT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "policy.clear",
            givesRights = GivesRights.POLICY)
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/tenants/{tenant_id}/policies/{policy_key}", produces = "application/json")
    Policy clearTenantPolicy(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("policy_key") @Size(max = 100) String policyKey);

    /** List all policy keys with their platform-wide values and sources. */
    @ContractOperation(
            id = "listPolicies",
            permission = "policies.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/policies", produces = "application/json")
    PolicyList listPolicies();

    /** List all policy keys with the values in effect for a project. */
    @ContractOperation(
            id = "listProjectPolicies",
            permission = "policies.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/policies", produces = "application/json")
    PolicyList listProjectPolicies(
            @PathVariable("project_id") ProjectId projectId);

    /** List all policy keys with the values in effect for a tenant. */
    @ContractOperation(
            id = "listTenantPolicies",
            permission = "policies.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/policies", produces = "application/json")
    PolicyList listTenantPolicies(
            @PathVariable("tenant_id") TenantId tenantId);

    /** Override a policy for the whole platform. */
    @ContractOperation(
            id = "setPolicy",
            permission = "policies.write",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "policy.set",
            givesRights = GivesRights.POLICY)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/policies/{policy_key}", produces = "application/json", consumes = "application/json")
    Policy setPolicy(
            @PathVariable("policy_key") @Size(max = 100) String policyKey,
            @Valid @RequestBody SetPolicy setPolicy);

    /** Override a policy for a project. */
    @ContractOperation(
            id = "setProjectPolicy",
            permission = "policies.write",
            scope = Scope.PROJECT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "policy.set",
            givesRights = GivesRights.POLICY)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/policies/{policy_key}", produces = "application/json", consumes = "application/json")
    Policy setProjectPolicy(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("policy_key") @Size(max = 100) String policyKey,
            @Valid @RequestBody SetPolicy setPolicy);

    /** Override a policy for a tenant. */
    @ContractOperation(
            id = "setTenantPolicy",
            permission = "policies.write",
            scope = Scope.TENANT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "policy.set",
            givesRights = GivesRights.POLICY)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/tenants/{tenant_id}/policies/{policy_key}", produces = "application/json", consumes = "application/json")
    Policy setTenantPolicy(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("policy_key") @Size(max = 100) String policyKey,
            @Valid @RequestBody SetPolicy setPolicy);
}
