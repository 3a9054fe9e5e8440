package io.gpuaas.controlplane.identity.machines;

import io.gpuaas.api.CreateServiceAccount;
import io.gpuaas.api.ServiceAccount;
import io.gpuaas.api.UpdateServiceAccount;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.GivenRights;
import io.gpuaas.controlplane.identity.IdentityErrors;
import io.gpuaas.controlplane.identity.IdentityStore;
import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.controlplane.identity.Names;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.Scopes;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.ServiceAccountChanged;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Principals that are programs. Each belongs to one project, and may there do what its scopes name
 * among the permissions of a project administrator.
 */
@Component
class ServiceAccounts {

    private final ServiceAccountStore store;
    private final IdentityStore principals;
    private final GivenRights rights;
    private final Revocations revocations;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    ServiceAccounts(
            ServiceAccountStore store,
            IdentityStore principals,
            GivenRights rights,
            Revocations revocations,
            Policies policies,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.principals = principals;
        this.rights = rights;
        this.revocations = revocations;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    ServiceAccount require(ProjectId project, PrincipalId id) {
        return store.find(project, id).orElseThrow(() -> ProblemException.notFound("service account"));
    }

    List<ServiceAccount> list(ProjectId project, @Nullable UUID before, int limit) {
        return store.list(project, before, limit);
    }

    ServiceAccount create(ProjectId project, CreateServiceAccount command) {
        ServiceAccount account = new ServiceAccount(
                new PrincipalId(ids.next()),
                project,
                Names.require("name", command.name()),
                Scopes.require(command.scopes(), Role.PROJECT_ADMIN.permissions()),
                false,
                clock.instant(),
                List.of());
        requireMayDoAsMuch(account);
        if (principals.lock(project).isEmpty()) {
            throw ProblemException.notFound("project");
        }
        requireRoomForOneMore(project);
        principals.addPrincipal(account.id(), Caller.Kind.SERVICE_ACCOUNT, account.name(), account.createdAt());
        store.add(account, Call.current().caller().id());
        changed(account, "created");
        return account;
    }

    private void requireRoomForOneMore(ProjectId project) {
        long most = policies.effective(
                ServiceAccountPolicies.SERVICE_ACCOUNTS_MAX, Call.current().tenantId(), project);
        if (store.count(project) >= most) {
            throw IdentityErrors.tooMany("service accounts", most);
        }
    }

    /** New scopes and disabling take effect on tokens that were minted before. */
    ServiceAccount update(ProjectId project, PrincipalId id, UpdateServiceAccount command) {
        ServiceAccount before = requireLocked(project, id);
        requireMayDoAsMuch(before);
        ServiceAccount account = new ServiceAccount(
                id,
                project,
                Names.require("name", command.name()),
                Scopes.require(command.scopes(), Role.PROJECT_ADMIN.permissions()),
                command.disabled(),
                before.createdAt(),
                before.keys());
        requireMayDoAsMuch(account);
        store.update(account);
        changed(account, "updated");
        revocations.announce(id);
        return account;
    }

    ServiceAccount delete(ProjectId project, PrincipalId id) {
        ServiceAccount account = requireLocked(project, id);
        store.delete(id);
        changed(account, "deleted");
        revocations.announce(id);
        return account;
    }

    ServiceAccount requireLocked(ProjectId project, PrincipalId id) {
        return store.lock(project, id).orElseThrow(() -> ProblemException.notFound("service account"));
    }

    /** The caller could act through the account, so it must hold every permission of the account itself. */
    void requireMayDoAsMuch(ServiceAccount account) {
        Set<String> missing = rights.missing(
                account.scopes(),
                new Place(Objects.requireNonNull(Call.current().tenantId()), account.projectId()));
        if (!missing.isEmpty()) {
            throw IdentityErrors.scopesBeyondCaller(missing);
        }
    }

    void changed(ServiceAccount account, String change) {
        outbox.append(new ServiceAccountChanged(account.id(), account.projectId(), change));
    }
}
