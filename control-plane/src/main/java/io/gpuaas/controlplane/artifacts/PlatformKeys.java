package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.AddPlatformKey;
import io.gpuaas.api.PlatformKey;
import io.gpuaas.api.PublisherKeyKind;
import io.gpuaas.api.PublisherKeyState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.PlatformKeyChanged;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PlatformKeyId;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Registers, confirms, retires and revokes the keys that the platform signs artifacts with. A key counts after a second
 * person has confirmed it. A revocation counts at the next decision; the artifacts are verified again by the round.
 */
@Component
class PlatformKeys {

    /** Of keys that are not revoked. */
    private static final long KEYS_MAX = 10;

    private final PlatformKeyStore store;
    private final TrustStore trust;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    PlatformKeys(PlatformKeyStore store, TrustStore trust, Outbox outbox, Clock clock, IdSource ids) {
        this.store = store;
        this.trust = trust;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    List<PlatformKey> list(@Nullable UUID before, int limit) {
        return store.list(before, limit);
    }

    PlatformKey add(AddPlatformKey command) {
        store.lockForAddition();
        if (store.countInForce() >= KEYS_MAX) {
            throw ArtifactErrors.tooManyPlatformKeys(KEYS_MAX);
        }
        KeyMaterial material = KeyMaterial.parse(command.pem());
        PublisherKeyKind kind = PublisherKeyKind.fromWire(material.kind());
        if (kind == PublisherKeyKind.CERTIFICATE) {
            throw ProblemException.invalid("/pem", "must be a public key");
        }
        PlatformKey key = new PlatformKey(
                new PlatformKeyId(ids.next()),
                command.name().strip(),
                kind,
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
            throw ArtifactErrors.platformKeyExists();
        }
        announce(key);
        return key;
    }

    /** Confirming twice is confirming once. */
    PlatformKey confirm(PlatformKeyId id) {
        PlatformKey key = require(id);
        if (key.state() != PublisherKeyState.ACTIVE) {
            throw ArtifactErrors.keyOver(key.state());
        }
        if (key.confirmedAt() != null) {
            return key;
        }
        String caller = Call.current().caller().id();
        if (caller.equals(key.createdBy())) {
            throw ArtifactErrors.confirmedByRegistrant();
        }
        store.confirm(id, clock.instant(), caller);
        trust.makeFailedDue(clock.instant(), Verifications.DUE_AT_ONCE_MAX);
        return changed(id);
    }

    /** Retiring twice is retiring once. */
    PlatformKey retire(PlatformKeyId id) {
        PlatformKey key = require(id);
        if (key.state() == PublisherKeyState.RETIRED) {
            return key;
        }
        if (key.state() == PublisherKeyState.REVOKED) {
            throw ArtifactErrors.keyOver(key.state());
        }
        store.retire(id, clock.instant());
        return changed(id);
    }

    PlatformKey revoke(PlatformKeyId id, String reason) {
        PlatformKey key = require(id);
        if (key.state() == PublisherKeyState.REVOKED) {
            throw ArtifactErrors.keyOver(key.state());
        }
        store.revoke(id, clock.instant(), Call.current().caller().id(), reason.strip());
        return changed(id);
    }

    private PlatformKey require(PlatformKeyId id) {
        return store.lock(id).orElseThrow(() -> ProblemException.notFound("key"));
    }

    private PlatformKey changed(PlatformKeyId id) {
        PlatformKey key = store.find(id).orElseThrow();
        announce(key);
        return key;
    }

    private void announce(PlatformKey key) {
        outbox.append(new PlatformKeyChanged(
                key.id(), key.fingerprint(), key.state().wire(), key.confirmedAt() != null, key.revocationReason()));
    }
}
