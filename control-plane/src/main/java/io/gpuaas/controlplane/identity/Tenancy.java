package io.gpuaas.controlplane.identity;

import io.gpuaas.api.CreateProject;
import io.gpuaas.api.CreateTenant;
import io.gpuaas.api.Project;
import io.gpuaas.api.SuspendTenant;
import io.gpuaas.api.Tenant;
import io.gpuaas.api.TenantState;
import io.gpuaas.api.UpdateProject;
import io.gpuaas.api.UpdateTenant;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.machines.ServiceAccountStore;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.ProjectChanged;
import io.gpuaas.events.ProjectCreated;
import io.gpuaas.events.ProjectDeleted;
import io.gpuaas.events.TenantChanged;
import io.gpuaas.events.TenantCreated;
import io.gpuaas.events.TenantDeleted;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tenants and their projects. */
@Component
public class Tenancy {

    private final IdentityStore store;
    private final ServiceAccountStore serviceAccounts;
    private final Places places;
    private final Revocations revocations;
    private final List<ProjectContents> contents;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Tenancy(
            IdentityStore store,
            ServiceAccountStore serviceAccounts,
            Places places,
            Revocations revocations,
            List<ProjectContents> contents,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.serviceAccounts = serviceAccounts;
        this.places = places;
        this.revocations = revocations;
        this.contents = contents;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    public Tenant create(CreateTenant command) {
        Tenant tenant = new Tenant(
                new TenantId(ids.next()),
                command.slug(),
                Names.require("name", command.name()),
                TenantState.ACTIVE,
                null,
                clock.instant());
        store.add(tenant);
        outbox.append(new TenantCreated(tenant.id(), tenant.slug(), tenant.name()));
        return tenant;
    }

    /** For what is said about a tenant elsewhere: refused when there is none. */
    public void requireTenant(TenantId id) {
        if (store.find(id).isEmpty()) {
            throw ProblemException.notFound("tenant " + id);
        }
    }

    public Tenant update(TenantId id, UpdateTenant command) {
        return changed(store.rename(id, Names.require("name", command.name())));
    }

    /** Suspending twice replaces the reason. */
    public Tenant suspend(TenantId id, SuspendTenant command) {
        return changed(
                store.setState(id, TenantState.SUSPENDED, command.reason().strip()));
    }

    public Tenant reactivate(TenantId id) {
        return changed(store.setState(id, TenantState.ACTIVE, null));
    }

    private Tenant changed(Optional<Tenant> found) {
        Tenant tenant = found.orElseThrow(() -> ProblemException.notFound("tenant"));
        outbox.append(
                new TenantChanged(tenant.id(), tenant.name(), tenant.state().wire()));
        places.forget(tenant.id());
        return tenant;
    }

    public Tenant delete(TenantId id) {
        Tenant tenant = store.lock(id).orElseThrow(() -> ProblemException.notFound("tenant"));
        if (store.hasProjects(id)) {
            throw IdentityErrors.notEmpty("tenant", "projects");
        }
        List<PrincipalId> members = store.deleteBindings(id);
        store.delete(id);
        members.forEach(revocations::announce);
        outbox.append(new TenantDeleted(id, tenant.slug()));
        places.forget(id);
        return tenant;
    }

    public Project create(TenantId tenant, CreateProject command) {
        Project project = new Project(
                new ProjectId(ids.next()),
                tenant,
                command.slug(),
                Names.require("name", command.name()),
                clock.instant());
        store.add(project);
        outbox.append(new ProjectCreated(project.id(), tenant, project.slug(), project.name()));
        return project;
    }

    public Project update(ProjectId id, UpdateProject command) {
        Project project = store.rename(id, Names.require("name", command.name()))
                .orElseThrow(() -> ProblemException.notFound("project"));
        outbox.append(new ProjectChanged(id, project.tenantId(), project.name()));
        return project;
    }

    public Project delete(ProjectId id) {
        Project project = store.lock(id).orElseThrow(() -> ProblemException.notFound("project"));
        String left = whatIsLeft(id);
        if (left != null) {
            throw IdentityErrors.notEmpty("project", left);
        }
        List<PrincipalId> machines = serviceAccounts.idsIn(id);
        List<PrincipalId> members = store.deleteBindings(id);
        store.delete(id);
        machines.forEach(revocations::announce);
        members.forEach(revocations::announce);
        outbox.append(new ProjectDeleted(id, project.tenantId(), project.slug()));
        places.forget(id);
        return project;
    }

    private @Nullable String whatIsLeft(ProjectId id) {
        return contents.stream()
                .map(domain -> domain.whatIsLeft(id))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(null);
    }
}
