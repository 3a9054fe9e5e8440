package io.gpuaas.controlplane.entitlements;

import io.gpuaas.api.AppRequest;
import io.gpuaas.api.AppRequestState;
import io.gpuaas.api.DecideAppRequest;
import io.gpuaas.api.RequestApp;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.AppRequestChanged;
import io.gpuaas.kernel.AppRequestId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Takes requests for apps from members of a project; the tenant's administrators decide them. */
@Component
class AppRequests {

    private final AppRequestStore store;
    private final EntitlementStore entitlements;
    private final EntitlementGrants grants;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    AppRequests(
            AppRequestStore store,
            EntitlementStore entitlements,
            EntitlementGrants grants,
            Policies policies,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.entitlements = entitlements;
        this.grants = grants;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    /** Asking again while a request is open returns that request. */
    AppRequest create(TenantId tenant, ProjectId project, RequestApp command) {
        grants.requireGranted(tenant, command.app());
        entitlements.lock(tenant);
        Optional<AppRequest> open = store.findOpen(project, command.app());
        if (open.isPresent()) {
            return open.get();
        }
        long max = policies.effective(EntitlementPolicies.OPEN_REQUESTS_MAX, tenant, null);
        if (store.openNames(project).size() >= max) {
            throw EntitlementErrors.tooMany("open requests", max, EntitlementPolicies.OPEN_REQUESTS_MAX.name());
        }
        AppRequest request = new AppRequest(
                new AppRequestId(ids.next()),
                project,
                command.app(),
                AppRequestState.OPEN,
                command.message().strip(),
                clock.instant(),
                Call.current().caller().id(),
                null,
                null,
                null);
        store.add(tenant, request);
        announce(tenant, request);
        return request;
    }

    AppRequest decide(TenantId tenant, AppRequestId id, DecideAppRequest command) {
        entitlements.lock(tenant);
        AppRequest request = store.lock(tenant, id).orElseThrow(EntitlementErrors::noRequest);
        AppRequestState state = command.approve() ? AppRequestState.APPROVED : AppRequestState.DECLINED;
        if (request.state() == state) {
            return request;
        }
        if (request.state() != AppRequestState.OPEN) {
            throw EntitlementErrors.decided(request.state().wire());
        }
        if (command.approve()) {
            grants.enable(tenant, request.projectId(), request.app());
        }
        AppRequest decided = new AppRequest(
                request.id(),
                request.projectId(),
                request.app(),
                state,
                request.message(),
                request.createdAt(),
                request.createdBy(),
                clock.instant(),
                Call.current().caller().id(),
                command.answer() == null ? null : command.answer().strip());
        store.decide(decided);
        announce(tenant, decided);
        return decided;
    }

    private void announce(TenantId tenant, AppRequest request) {
        outbox.append(new AppRequestChanged(
                request.id(),
                tenant,
                request.projectId(),
                request.app(),
                request.state().wire()));
    }
}
