package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.AddPublisherKey;
import io.gpuaas.api.PublisherKey;
import io.gpuaas.api.PublisherKeyKind;
import io.gpuaas.api.PublisherKeyState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.TenantPeople;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.PublisherKeyChanged;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Registers, confirms, retires and revokes the public keys of publishers. Each change makes the verification of the publisher's
 * artifacts due; a revocation withdraws the trust that rests on the key in the same transaction.
 */
@Component
class PublisherKeys {

    private final PublisherKeyStore store;
    private final TrustStore trust;
    private final TenantPeople people;
    private final Policies policies;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    PublisherKeys(
            PublisherKeyStore store,
            TrustStore trust,
            TenantPeople people,
            Policies policies,
            Outbox outbox,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.trust = trust;
        this.people = people;
        this.policies = policies;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    List<PublisherKey> list(TenantId tenant, PublisherId publisher, @Nullable UUID before, int limit) {
        if (!store.exists(tenant, publisher)) {
            throw ProblemException.notFound("publisher");
        }
        return store.list(publisher, before, limit);
    }

    PublisherKey add(TenantId tenant, PublisherId publisher, AddPublisherKey command) {
        lock(tenant, publisher);
        long max = policies.effective(ArtifactPolicies.PUBLISHER_KEYS_MAX, tenant, null);
        if (store.countInForce(publisher) >= max) {
            throw ArtifactErrors.tooManyKeys(max);
        }
        KeyMaterial material = KeyMaterial.parse(command.pem());
        PublisherKey key = new PublisherKey(
                new PublisherKeyId(ids.next()),
                publisher,
                command.name().strip(),
                PublisherKeyKind.fromWire(material.kind()),
                material.fingerprint(),
                command.pem().strip(),
                PublisherKeyState.ACTIVE,
                clock.instant(),
                Call.current().caller().id(),
                null,
                null,
                null,
                null,
                null,
                null);
        if (!store.add(key)) {
            throw ArtifactErrors.keyExists();
        }
        announce(tenant, key, null);
        trust.makeSignedOnesDue(publisher, clock.instant());
        return key;
    }

    /** Confirming twice is confirming once. The second person must be one of the publisher's. */
    PublisherKey confirm(TenantId tenant, PublisherId publisher, PublisherKeyId id) {
        PublisherKey key = require(tenant, publisher, id);
        if (key.state() != PublisherKeyState.ACTIVE) {
            throw ArtifactErrors.keyOver(key.state());
        }
        if (key.confirmedAt() != null) {
            return key;
        }
        String caller = Call.current().caller().id();
        if (caller.equals(key.createdBy()) || !people.belongsTo(caller, tenant)) {
            throw ArtifactErrors.confirmedByRegistrant();
        }
        store.confirm(id, clock.instant(), caller);
        PublisherKey confirmed = store.find(publisher, id).orElseThrow();
        announce(tenant, confirmed, null);
        trust.makeSignedOnesDue(publisher, clock.instant());
        return confirmed;
    }

    /** Retiring twice is retiring once. */
    PublisherKey retire(TenantId tenant, PublisherId publisher, PublisherKeyId id) {
        PublisherKey key = require(tenant, publisher, id);
        if (key.state() == PublisherKeyState.RETIRED) {
            return key;
        }
        if (key.state() == PublisherKeyState.REVOKED) {
            throw ArtifactErrors.keyOver(key.state());
        }
        store.retire(id, clock.instant());
        PublisherKey retired = store.find(publisher, id).orElseThrow();
        announce(tenant, retired, null);
        return retired;
    }

    PublisherKey revoke(TenantId tenant, PublisherId publisher, PublisherKeyId id, String reason) {
        PublisherKey key = require(tenant, publisher, id);
        if (key.state() == PublisherKeyState.REVOKED) {
            throw ArtifactErrors.keyOver(key.state());
        }
        Instant now = clock.instant();
        store.revoke(id, now, Call.current().caller().id(), reason.strip());
        trust.withdraw(publisher, id, now);
        PublisherKey revoked = store.find(publisher, id).orElseThrow();
        announce(tenant, revoked, reason.strip());
        return revoked;
    }

    private void lock(TenantId tenant, PublisherId publisher) {
        if (!store.lockForChange(tenant, publisher)) {
            throw ProblemException.notFound("publisher");
        }
    }

    private PublisherKey require(TenantId tenant, PublisherId publisher, PublisherKeyId id) {
        lock(tenant, publisher);
        return store.find(publisher, id).orElseThrow(() -> ProblemException.notFound("key"));
    }

    private void announce(TenantId tenant, PublisherKey key, @Nullable String reason) {
        outbox.append(new PublisherKeyChanged(
                key.publisherId(),
                key.id(),
                tenant,
                key.fingerprint(),
                key.state().wire(),
                reason,
                key.confirmedAt() != null));
    }
}
