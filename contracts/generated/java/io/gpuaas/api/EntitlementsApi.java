// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** The apps that tenants and projects may use, and requests for them. */
public interface EntitlementsApi {

    /** Approve or decline a request for an app. */
    @ContractOperation(
            id = "decideAppRequest",
            permission = "apps.entitle",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "app_request.decide",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/app-requests/{app_request_id}/decide", produces = "application/json", consumes = "application/json")
    AppRequest decideAppRequest(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("app_request_id") AppRequestId appRequestId,
            @Valid @RequestBody DecideAppRequest decideAppRequest);

    /** Decide whether the caller may use an app in a project. */
    @ContractOperation(
            id = "getAppEntitlement",
            permission = "apps.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", produces = "application/json")
    AppEntitlement getAppEntitlement(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @RequestParam(name = "version", required = false) @Size(min = 1, max = 64) @Pattern(regexp = "^[0-9A-Za-z.-]+$") @Nullable String version);

    /** List requests for apps in a tenant. */
    @ContractOperation(
            id = "listAppRequests",
            permission = "app_entitlements.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/app-requests", produces = "application/json")
    AppRequestPage listAppRequests(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "state", required = false) @Nullable AppRequestState state,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List which apps the platform grants to a tenant or withholds. */
    @ContractOperation(
            id = "listTenantEntitlements",
            permission = "app_entitlements.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/app-entitlements", produces = "application/json")
    TenantEntitlementPage listTenantEntitlements(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Disable an app for a project. */
    @ContractOperation(
            id = "removeProjectEntitlement",
            permission = "apps.entitle",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "project_entitlement.remove")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", produces = "application/json")
    ProjectEntitlement removeProjectEntitlement(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName);

    /** Return an app to the platform's default for a tenant. */
    @ContractOperation(
            id = "removeTenantEntitlement",
            permission = "apps.grant",
            scope = Scope.TENANT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "tenant_entitlement.remove")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}", produces = "application/json")
    TenantEntitlement removeTenantEntitlement(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName);

    /** Ask for an app to be enabled in a project. */
    @ContractOperation(
            id = "requestApp",
            permission = "apps.request",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "app_request.create",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/app-requests", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    AppRequest requestApp(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody RequestApp requestApp);

    /** Enable an app for a project, with limits. */
    @ContractOperation(
            id = "setProjectEntitlement",
            permission = "apps.entitle",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "project_entitlement.set",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement", produces = "application/json", consumes = "application/json")
    ProjectEntitlement setProjectEntitlement(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @Valid @RequestBody SetProjectEntitlement setProjectEntitlement);

    /** Grant an app to a tenant or withhold it. */
    @ContractOperation(
            id = "setTenantEntitlement",
            permission = "apps.grant",
            scope = Scope.TENANT,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "tenant_entitlement.set")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}", produces = "application/json", consumes = "application/json")
    TenantEntitlement setTenantEntitlement(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("namespace") @Size(min = 2, max = 31) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String namespace,
            @PathVariable("app_name") @Size(min = 1, max = 63) @Pattern(regexp = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") String appName,
            @Valid @RequestBody SetTenantEntitlement setTenantEntitlement);
}
