package io.gpuaas.controlplane.policy;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gpuaas.api.Policy;
import io.gpuaas.api.PolicySource;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.PolicyChanged;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The policies in force. Reading is cheap: overrides are cached, and dropped when they change. */
@Component
public class Policies implements EventListener {

    private static final Logger log = LoggerFactory.getLogger(Policies.class);
    private static final Duration CACHE_TIME = Duration.ofSeconds(60);
    private static final int CACHE_TARGETS_MAX = 100_000;

    private final PolicyCatalogue catalogue;
    private final PolicyStore store;
    private final Outbox outbox;
    private final Clock clock;
    private final LoadingCache<PolicyTarget, Map<String, String>> overrides;

    Policies(PolicyCatalogue catalogue, PolicyStore store, Outbox outbox, Clock clock) {
        this.catalogue = catalogue;
        this.store = store;
        this.outbox = outbox;
        this.clock = clock;
        this.overrides = Caffeine.newBuilder()
                .maximumSize(CACHE_TARGETS_MAX)
                .expireAfterWrite(CACHE_TIME)
                .build(store::overrides);
    }

    public <T> T effective(PolicyKey<T> key, @Nullable TenantId tenant, @Nullable ProjectId project) {
        return inForce(key, tenant, project, overrides::get).value();
    }

    public <T> T effective(PolicyKey<T> key) {
        return effective(key, null, null);
    }

    /** Whether setting the policy can give somebody rights or money, which a narrowed credential must not do. */
    public boolean widensRights(String name) {
        return catalogue.find(name).filter(PolicyKey::widensRights).isPresent();
    }

    /** Whether setting the policy can give a tenant money or credit, which takes the right to do so. */
    public boolean givesMoney(String name) {
        return catalogue.find(name).filter(PolicyKey::givesMoney).isPresent();
    }

    private record InForce<T>(T value, PolicySource source) {}

    private <T> InForce<T> inForce(
            PolicyKey<T> key,
            @Nullable TenantId tenant,
            @Nullable ProjectId project,
            Function<PolicyTarget, Map<String, String>> lookUp) {
        for (PolicyTarget target : PolicyTarget.nearestFirst(tenant, project)) {
            String text =
                    key.scopes().contains(target.scope()) ? lookUp.apply(target).get(key.name()) : null;
            if (text != null) {
                try {
                    return new InForce<>(key.read(text), target.source());
                } catch (RuntimeException e) {
                    // Bounds narrowed by an upgrade: the next wider value is safer than one out of bounds.
                    log.atError()
                            .setCause(e)
                            .addKeyValue("policy", key.name())
                            .addKeyValue("target", target)
                            .log("could not use a policy override; ignoring it");
                }
            }
        }
        return new InForce<>(key.defaultValue(), PolicySource.DEFAULT);
    }

    List<Policy> list(@Nullable TenantId tenant, @Nullable ProjectId project) {
        return catalogue.all().stream()
                .map(key -> view(key, tenant, project, overrides::get))
                .toList();
    }

    void set(PolicyTarget target, String name, String text, @Nullable String reason) {
        PolicyKey<?> key = require(name, target);
        String value = String.valueOf(key.read(text));
        store.set(target, name, value, reason, Call.current().caller().id(), clock.instant());
        changed(target, name, value);
    }

    void clear(PolicyTarget target, String name) {
        require(name, target);
        if (store.clear(target, name)) {
            changed(target, name, null);
        }
    }

    /** As this transaction sees it, past the cache: it may hold what is not committed yet. */
    Policy view(String name, @Nullable TenantId tenant, @Nullable ProjectId project) {
        return view(catalogue.require(name), tenant, project, store::overrides);
    }

    private PolicyKey<?> require(String name, PolicyTarget target) {
        PolicyKey<?> key = catalogue.require(name);
        if (!key.scopes().contains(target.scope())) {
            throw PolicyErrors.notInScope(key, target.scope());
        }
        return key;
    }

    private void changed(PolicyTarget target, String name, @Nullable String value) {
        outbox.append(new PolicyChanged(name, target.scope().wire(), target.shownId(), value));
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                overrides.invalidate(target);
            }
        });
    }

    private <T> Policy view(
            PolicyKey<T> key,
            @Nullable TenantId tenant,
            @Nullable ProjectId project,
            Function<PolicyTarget, Map<String, String>> lookUp) {
        InForce<T> inForce = inForce(key, tenant, project, lookUp);
        PolicyKey.Values<T> values = key.values();
        return new Policy(
                key.name(),
                values.type(),
                String.valueOf(inForce.value()),
                inForce.source(),
                String.valueOf(key.defaultValue()),
                values.minimum() == null ? null : String.valueOf(values.minimum()),
                values.maximum() == null ? null : String.valueOf(values.maximum()),
                values.allowed().isEmpty() ? null : values.allowed(),
                values.unit(),
                key.scopes(),
                key.description());
    }

    @Override
    public Set<String> types() {
        return Set.of(PolicyChanged.TYPE);
    }

    /** Another process changed something: one drop of everything is simpler than finding what. */
    @Override
    public void hear(EventConsumer.Received event) {
        overrides.invalidateAll();
    }
}
