// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The apps that tenants and projects may use, and requests for them. */
public final class EntitlementsApi {

    private final Transport transport;

    EntitlementsApi(Transport transport) {
        this.transport = transport;
    }

    /** Approve or decline a request for an app. */
    public AppRequest decideAppRequest(TenantId tenantId, AppRequestId appRequestId, DecideAppRequest decideAppRequest) {
        return decideAppRequest(tenantId, appRequestId, decideAppRequest, IdempotencyKey.random());
    }

    /** Approve or decline a request for an app, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AppRequest decideAppRequest(TenantId tenantId, AppRequestId appRequestId, DecideAppRequest decideAppRequest, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/app-requests/{app_request_id}/decide")
                .path("tenant_id", tenantId)
                .path("app_request_id", appRequestId)
                .idempotencyKey(idempotencyKey)
                .body(decideAppRequest)
                .accept("application/json");
        return transport.send(call, AppRequest.class);
    }

    /** Decide whether the caller may use an app in a project. */
    public AppEntitlement getAppEntitlement(ProjectId projectId, String namespace, String appName, GetAppEntitlementFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, AppEntitlement.class);
    }

    /** List requests for apps in a tenant. */
    public AppRequestPage listAppRequests(TenantId tenantId, ListAppRequestsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/app-requests")
                .path("tenant_id", tenantId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AppRequestPage.class);
    }

    /** List which apps the platform grants to a tenant or withholds. */
    public TenantEntitlementPage listTenantEntitlements(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/app-entitlements")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, TenantEntitlementPage.class);
    }

    /** Disable an app for a project. */
    public ProjectEntitlement removeProjectEntitlement(ProjectId projectId, String namespace, String appName) {
        return removeProjectEntitlement(projectId, namespace, appName, IdempotencyKey.random());
    }

    /** Disable an app for a project, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public ProjectEntitlement removeProjectEntitlement(ProjectId projectId, String namespace, String appName, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, ProjectEntitlement.class);
    }

    /** Return an app to the platform's default for a tenant. */
    public TenantEntitlement removeTenantEntitlement(TenantId tenantId, String namespace, String appName) {
        return removeTenantEntitlement(tenantId, namespace, appName, IdempotencyKey.random());
    }

    /** Return an app to the platform's default for a tenant, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public TenantEntitlement removeTenantEntitlement(TenantId tenantId, String namespace, String appName, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}")
                .path("tenant_id", tenantId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, TenantEntitlement.class);
    }

    /** Ask for an app to be enabled in a project. */
    public AppRequest requestApp(ProjectId projectId, RequestApp requestApp) {
        return requestApp(projectId, requestApp, IdempotencyKey.random());
    }

    /** Ask for an app to be enabled in a project, under a key you chose: the same key again answers the same and does nothing more. */
    public AppRequest requestApp(ProjectId projectId, RequestApp requestApp, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/app-requests")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(requestApp)
                .accept("application/json");
        return transport.send(call, AppRequest.class);
    }

    /** Enable an app for a project, with limits. */
    public ProjectEntitlement setProjectEntitlement(ProjectId projectId, String namespace, String appName, SetProjectEntitlement setProjectEntitlement) {
        return setProjectEntitlement(projectId, namespace, appName, setProjectEntitlement, IdempotencyKey.random());
    }

    /** Enable an app for a project, with limits, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public ProjectEntitlement setProjectEntitlement(ProjectId projectId, String namespace, String appName, SetProjectEntitlement setProjectEntitlement, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/apps/{namespace}/{app_name}/entitlement")
                .path("project_id", projectId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .idempotencyKey(idempotencyKey)
                .body(setProjectEntitlement)
                .accept("application/json");
        return transport.send(call, ProjectEntitlement.class);
    }

    /** Grant an app to a tenant or withhold it. */
    public TenantEntitlement setTenantEntitlement(TenantId tenantId, String namespace, String appName, SetTenantEntitlement setTenantEntitlement) {
        return setTenantEntitlement(tenantId, namespace, appName, setTenantEntitlement, IdempotencyKey.random());
    }

    /** Grant an app to a tenant or withhold it, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public TenantEntitlement setTenantEntitlement(TenantId tenantId, String namespace, String appName, SetTenantEntitlement setTenantEntitlement, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/tenants/{tenant_id}/app-entitlements/{namespace}/{app_name}")
                .path("tenant_id", tenantId)
                .path("namespace", namespace)
                .path("app_name", appName)
                .idempotencyKey(idempotencyKey)
                .body(setTenantEntitlement)
                .accept("application/json");
        return transport.send(call, TenantEntitlement.class);
    }

    /** Filters of {@code getAppEntitlement}. */
    public record GetAppEntitlementFilter(Map<String, String> parameters) {

        public GetAppEntitlementFilter {
            parameters = Map.copyOf(parameters);
        }

        public static GetAppEntitlementFilter none() {
            return new GetAppEntitlementFilter(Map.of());
        }

        public GetAppEntitlementFilter version(String version) {
            return new GetAppEntitlementFilter(Parameters.with(parameters, "version", version));
        }
    }

    /** Filters of {@code listAppRequests}. */
    public record ListAppRequestsFilter(Map<String, String> parameters) {

        public ListAppRequestsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListAppRequestsFilter none() {
            return new ListAppRequestsFilter(Map.of());
        }

        public ListAppRequestsFilter state(AppRequestState state) {
            return new ListAppRequestsFilter(Parameters.with(parameters, "state", state));
        }
    }
}
