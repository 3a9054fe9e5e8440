package io.gpuaas.controlplane.identity;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gpuaas.api.Project;
import io.gpuaas.api.Tenant;
import io.gpuaas.api.TenantState;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.platform.AfterTransaction;
import io.gpuaas.events.ProjectDeleted;
import io.gpuaas.events.TenantChanged;
import io.gpuaas.events.TenantDeleted;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Caches tenants and projects for every request, and drops an entry when it changes. Response times must not reveal
 * whether a hidden place exists or is in use: a refused caller waits for the database in any case.
 */
@Component
class Places implements EventListener {

    private static final int CACHE_MAX = 100_000;
    private static final Duration STATE_CACHE_TIME = Duration.ofSeconds(3);
    private static final Duration PROJECT_CACHE_TIME = Duration.ofMinutes(1);

    private final IdentityStore store;
    private final LoadingCache<TenantId, Optional<TenantState>> states;
    private final LoadingCache<ProjectId, Optional<TenantId>> tenantOfProject;

    Places(IdentityStore store) {
        this.store = store;
        this.states = Caffeine.newBuilder()
                .maximumSize(CACHE_MAX)
                .expireAfterWrite(STATE_CACHE_TIME)
                .build(id -> store.find(id).map(Tenant::state));
        this.tenantOfProject = Caffeine.newBuilder()
                .maximumSize(CACHE_MAX)
                .expireAfterWrite(PROJECT_CACHE_TIME)
                .build(id -> store.find(id).map(Project::tenantId));
    }

    Optional<TenantState> findState(TenantId tenant) {
        return states.get(tenant);
    }

    Optional<TenantId> findTenant(ProjectId project) {
        return tenantOfProject.get(project);
    }

    /** One look at the database for all of these that are not known. */
    void learn(Collection<ProjectId> projects) {
        List<ProjectId> unknown =
                projects.stream().distinct().filter(project -> !knows(project)).toList();
        if (!unknown.isEmpty()) {
            Map<ProjectId, TenantId> owners = store.findTenants(unknown);
            unknown.forEach(project -> tenantOfProject.put(project, Optional.ofNullable(owners.get(project))));
        }
    }

    /** Whether the answer needs no look at the database. */
    boolean knows(TenantId tenant) {
        return states.getIfPresent(tenant) != null;
    }

    boolean knows(ProjectId project) {
        return tenantOfProject.getIfPresent(project) != null;
    }

    /** Takes as long as finding out does, for the sake of the time alone. */
    void lookAgain(TenantId tenant) {
        store.find(tenant);
    }

    void lookAgain(ProjectId project) {
        store.find(project);
    }

    /** For the transaction in hand: this process must not wait for the event. */
    void forget(TenantId tenant) {
        AfterTransaction.unlessRolledBack(() -> states.invalidate(tenant));
    }

    void forget(ProjectId project) {
        AfterTransaction.unlessRolledBack(() -> tenantOfProject.invalidate(project));
    }

    @Override
    public Set<String> types() {
        return Set.of(TenantChanged.TYPE, TenantDeleted.TYPE, ProjectDeleted.TYPE);
    }

    @Override
    public void hear(EventConsumer.Received event) {
        if (event.type().equals(ProjectDeleted.TYPE)) {
            tenantOfProject.invalidate(ProjectId.parse(event.aggregate().id()));
        } else {
            states.invalidate(TenantId.parse(event.aggregate().id()));
        }
    }
}
