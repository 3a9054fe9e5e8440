package io.gpuaas.controlplane.identity;

import io.gpuaas.api.CreateProject;
import io.gpuaas.api.CreateTenant;
import io.gpuaas.api.Project;
import io.gpuaas.api.Tenant;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/** Tenants and their projects. */
@Component
public class Tenancy {

    private final IdentityStore store;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Tenancy(IdentityStore store, Outbox outbox, Clock clock, IdSource ids) {
        this.store = store;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    public Tenant create(CreateTenant command) {
        Tenant tenant = new Tenant(
                new TenantId(ids.next()), command.slug(), command.name().strip(), now());
        store.add(tenant);
        outbox.append(new TenantCreated(tenant.id(), tenant.slug(), tenant.name()));
        return tenant;
    }

    public Project create(TenantId tenant, CreateProject command) {
        Project project = new Project(
                new ProjectId(ids.next()),
                tenant,
                command.slug(),
                command.name().strip(),
                now());
        store.add(project);
        outbox.append(new ProjectCreated(project.id(), tenant, project.slug(), project.name()));
        return project;
    }

    /** As fine as the database keeps it, so that the first answer and later ones agree. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
