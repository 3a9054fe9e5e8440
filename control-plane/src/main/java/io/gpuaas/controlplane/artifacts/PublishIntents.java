package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.CreatePublishIntent;
import io.gpuaas.api.PlannedArtifact;
import io.gpuaas.api.PublishIntent;
import io.gpuaas.api.PublishIntentState;
import io.gpuaas.api.Publisher;
import io.gpuaas.controlplane.artifacts.IntentStore.Expired;
import io.gpuaas.controlplane.artifacts.IntentStore.Intent;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.RegistryAddress;
import io.gpuaas.controlplane.registry.RegistryGrants;
import io.gpuaas.controlplane.registry.RegistryGrants.Opened;
import io.gpuaas.controlplane.registry.Repositories;
import io.gpuaas.controlplane.registry.RepositoryContents;
import io.gpuaas.controlplane.registry.RepositoryName;
import io.gpuaas.events.PublishIntentChanged;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Opens publish intents, each with a repository and a credential of its own, and ends those nobody completes. */
@Component
class PublishIntents implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(PublishIntents.class);

    private static final int EXPIRED_PER_PAGE = 100;

    private final IntentStore store;
    private final PublisherStore publishers;
    private final ArtifactStore artifacts;
    private final Repositories repositories;
    private final RepositoryContents contents;
    private final RegistryGrants grants;
    private final RegistryAddress registry;
    private final Policies policies;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    PublishIntents(
            IntentStore store,
            PublisherStore publishers,
            ArtifactStore artifacts,
            Repositories repositories,
            RepositoryContents contents,
            RegistryGrants grants,
            RegistryAddress registry,
            Policies policies,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.publishers = publishers;
        this.artifacts = artifacts;
        this.repositories = repositories;
        this.contents = contents;
        this.grants = grants;
        this.registry = registry;
        this.policies = policies;
        this.outbox = outbox;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    PublishIntent create(TenantId tenant, ProjectId project, CreatePublishIntent command) {
        requireDistinctNames(command.artifacts());
        String namespace = command.app().substring(0, command.app().indexOf('/'));
        Publisher publisher =
                publishers.find(tenant, namespace).orElseThrow(() -> ArtifactErrors.notOwnNamespace(namespace));
        requireRoomForOneMore(tenant);
        PublishIntentId id = new PublishIntentId(ids.next());
        Instant now = clock.instant();
        Duration lifetime = policies.effective(ArtifactPolicies.PUBLISH_INTENT_LIFETIME, tenant, null);
        Instant expiresAt = now.plus(lifetime);
        RepositoryName repository = new RepositoryName(command.app() + "/i-" + id);
        repositories.createForPush(repository, tenant, expiresAt);
        seed(command, repository);
        RegistryGrants.Issued grant = grants.issue(tenant, List.of(new Opened(repository, true)), expiresAt);
        Intent intent = new Intent(
                id,
                tenant,
                project,
                publisher.id(),
                command.app(),
                command.version(),
                PublishIntentState.OPEN,
                command.artifacts(),
                repository.value(),
                grant.id(),
                List.of(),
                now,
                Call.current().caller().id(),
                expiresAt,
                null);
        store.add(intent);
        announce(intent);
        return view(intent, grant.secret());
    }

    /** Links artifacts that were published under the same names into the repository, so that they can be signed. */
    private void seed(CreatePublishIntent command, RepositoryName repository) {
        List<ContentDigest> published = command.artifacts().stream()
                .flatMap(one -> artifacts.find(command.app(), command.version(), one.name()).stream())
                .map(artifact -> ContentDigest.find(artifact.digest()).orElseThrow())
                .toList();
        if (!published.isEmpty()) {
            contents.seed(new RepositoryName(command.app()), repository, published);
        }
    }

    private static void requireDistinctNames(List<PlannedArtifact> planned) {
        Set<String> names = new HashSet<>();
        planned.forEach(one -> {
            if (!names.add(one.name())) {
                throw ArtifactErrors.repeatedName(one.name());
            }
        });
    }

    private void requireRoomForOneMore(TenantId tenant) {
        publishers.lock(tenant);
        long max = policies.effective(ArtifactPolicies.OPEN_PUBLISH_INTENTS_MAX, tenant, null);
        if (store.countOpen(tenant) >= max) {
            throw ArtifactErrors.tooManyIntents(max);
        }
    }

    /** Canceling twice is canceling once. */
    PublishIntent cancel(ProjectId project, PublishIntentId id) {
        Intent intent = store.lock(project, id).orElseThrow(PublishIntents::none);
        if (intent.state() == PublishIntentState.CANCELED) {
            return view(intent, null);
        }
        if (intent.state() != PublishIntentState.OPEN) {
            throw ArtifactErrors.closed(intent.state().wire());
        }
        repositories.delete(new RepositoryName(intent.repository()));
        return view(end(intent, PublishIntentState.CANCELED, List.of()), null);
    }

    /** Ends an intent whose repository is gone. */
    Intent end(Intent intent, PublishIntentState state, List<UUID> published) {
        Intent ended = intent.ended(state, published, clock.instant());
        store.end(ended);
        grants.revoke(intent.grant());
        announce(ended);
        return ended;
    }

    private void announce(Intent intent) {
        outbox.append(new PublishIntentChanged(
                intent.id(),
                intent.tenant(),
                intent.project(),
                intent.app(),
                intent.version(),
                intent.state().wire()));
    }

    static ProblemException none() {
        return ProblemException.notFound("publish intent");
    }

    PublishIntent require(ProjectId project, PublishIntentId id) {
        return view(store.find(project, id).orElseThrow(PublishIntents::none), null);
    }

    PublishIntent view(Intent intent, @Nullable String secret) {
        return new PublishIntent(
                intent.id(),
                intent.project(),
                intent.app(),
                intent.version(),
                intent.state(),
                intent.planned(),
                registry.url(),
                intent.repository(),
                secret,
                intent.createdAt(),
                intent.createdBy(),
                intent.expiresAt(),
                intent.endedAt());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(1), Role.REGISTRY, "artifacts.intents", this::expire);
    }

    void expire() {
        Call.system("publish intent expiry", CorrelationId.create(ids)).run(() -> {
            Instant now = clock.instant();
            List<Expired> expired = store.listExpired(now, null, EXPIRED_PER_PAGE);
            while (!expired.isEmpty() && !Thread.currentThread().isInterrupted()) {
                expired.forEach(intent -> expire(intent, now));
                expired = store.listExpired(now, expired.getLast().id(), EXPIRED_PER_PAGE);
            }
            return null;
        });
    }

    /** Each intent has a transaction of its own: the next one, of another tenant, must not wait for this one. */
    private void expire(Expired expired, Instant now) {
        try {
            RepositoryName repository = new RepositoryName(expired.repository());
            repositories.clearExpired(repository);
            transaction.executeWithoutResult(status -> store.lockExpired(expired.id(), now)
                    .ifPresent(intent -> {
                        repositories.delete(repository);
                        end(intent, PublishIntentState.EXPIRED, List.of());
                    }));
        } catch (RuntimeException e) {
            log.atError()
                    .setCause(e)
                    .addKeyValue("intent", expired.id())
                    .log("could not end an expired publish intent; retrying");
        }
    }
}
