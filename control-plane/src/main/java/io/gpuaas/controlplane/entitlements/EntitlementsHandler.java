package io.gpuaas.controlplane.entitlements;

import io.gpuaas.api.AppEntitlement;
import io.gpuaas.api.AppRequest;
import io.gpuaas.api.AppRequestPage;
import io.gpuaas.api.AppRequestState;
import io.gpuaas.api.DecideAppRequest;
import io.gpuaas.api.EntitlementsApi;
import io.gpuaas.api.ProjectEntitlement;
import io.gpuaas.api.RequestApp;
import io.gpuaas.api.SetProjectEntitlement;
import io.gpuaas.api.SetTenantEntitlement;
import io.gpuaas.api.TenantEntitlement;
import io.gpuaas.api.TenantEntitlementPage;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class EntitlementsHandler implements EntitlementsApi {

    private static final String ENTITLEMENTS = "tenant-entitlements";
    private static final String REQUESTS = "app-requests";

    private final EntitlementGrants grants;
    private final EntitlementStore store;
    private final AppRequests requests;
    private final AppRequestStore requestStore;

    EntitlementsHandler(
            EntitlementGrants grants, EntitlementStore store, AppRequests requests, AppRequestStore requestStore) {
        this.grants = grants;
        this.store = store;
        this.requests = requests;
        this.requestStore = requestStore;
    }

    /** The tenant of the project in the path. */
    private static TenantId tenant() {
        return Objects.requireNonNull(Call.current().tenantId());
    }

    private static String name(String namespace, String app) {
        return namespace + "/" + app;
    }

    @Override
    public TenantEntitlementPage listTenantEntitlements(TenantId tenant, Integer limit, @Nullable String cursor) {
        List<TenantEntitlement> rows =
                store.list(tenant, PageCursor.decode(ENTITLEMENTS, cursor, key -> key), limit + 1);
        return new TenantEntitlementPage(
                PageCursor.page(rows, limit), PageCursor.next(ENTITLEMENTS, rows, limit, TenantEntitlement::app));
    }

    @Override
    public TenantEntitlement setTenantEntitlement(
            TenantId tenant, String namespace, String app, SetTenantEntitlement command) {
        return grants.set(tenant, name(namespace, app), command);
    }

    @Override
    public TenantEntitlement removeTenantEntitlement(TenantId tenant, String namespace, String app) {
        return grants.remove(tenant, name(namespace, app));
    }

    @Override
    public AppEntitlement getAppEntitlement(ProjectId project, String namespace, String app, @Nullable String version) {
        return grants.decide(tenant(), project, name(namespace, app), version);
    }

    @Override
    public ProjectEntitlement setProjectEntitlement(
            ProjectId project, String namespace, String app, SetProjectEntitlement command) {
        return grants.set(tenant(), project, name(namespace, app), command);
    }

    @Override
    public ProjectEntitlement removeProjectEntitlement(ProjectId project, String namespace, String app) {
        return grants.remove(tenant(), project, name(namespace, app));
    }

    @Override
    public AppRequest requestApp(ProjectId project, RequestApp command) {
        return requests.create(tenant(), project, command);
    }

    @Override
    public AppRequestPage listAppRequests(
            TenantId tenant, @Nullable AppRequestState state, Integer limit, @Nullable String cursor) {
        List<AppRequest> rows =
                requestStore.list(tenant, state, PageCursor.decode(REQUESTS, cursor, UUID::fromString), limit + 1);
        return new AppRequestPage(PageCursor.page(rows, limit), PageCursor.next(REQUESTS, rows, limit, AppRequest::id));
    }

    @Override
    public AppRequest decideAppRequest(TenantId tenant, AppRequestId id, DecideAppRequest command) {
        return requests.decide(tenant, id, command);
    }
}
