package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.CreatePublisher;
import io.gpuaas.api.Publisher;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.PublisherCreated;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Registers publishers: the names under which tenants publish. */
@Component
class Publishers {

    /** Names that people take for the platform's own, or that other registries give a meaning. */
    private static final Set<String> RESERVED = Set.of(
            "gpuaas",
            "admin",
            "api",
            "apps",
            "artifacts",
            "catalogue",
            "docker",
            "internal",
            "library",
            "oci",
            "official",
            "operator",
            "platform",
            "public",
            "registry",
            "root",
            "support",
            "system",
            "token",
            "v2",
            "verified");

    private final PublisherStore store;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Publishers(PublisherStore store, Policies policies, Outbox outbox, Clock clock, IdSource ids) {
        this.store = store;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    Publisher create(TenantId tenant, CreatePublisher command) {
        store.lock(tenant);
        long max = policies.effective(ArtifactPolicies.PUBLISHERS_MAX, tenant, null);
        if (store.count(tenant) >= max) {
            throw ArtifactErrors.tooManyPublishers(max);
        }
        Publisher publisher = new Publisher(
                new PublisherId(ids.next()),
                tenant,
                command.namespace(),
                command.name().strip(),
                command.contact() == null ? null : command.contact().strip(),
                false,
                clock.instant());
        if (RESERVED.contains(publisher.namespace()) || !store.add(publisher)) {
            throw ArtifactErrors.namespaceTaken(publisher.namespace());
        }
        outbox.append(new PublisherCreated(publisher.id(), tenant, publisher.namespace()));
        return publisher;
    }
}
