package io.gpuaas.controlplane.identity.machines;

import io.gpuaas.api.CreateServiceAccountKey;
import io.gpuaas.api.KeyKind;
import io.gpuaas.api.NewServiceAccountKey;
import io.gpuaas.api.ServiceAccount;
import io.gpuaas.api.ServiceAccountKey;
import io.gpuaas.controlplane.identity.IdentityErrors;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.identity.machines.ServiceAccountKeyStore.Material;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Manages keys of service accounts. Several are valid at a time, so that one can replace another. */
@Component
class ServiceAccountKeys {

    static final String SECRET_PREFIX = "gpuaas_sk_";

    private static final int LIVE_KEYS_MAX = 10;

    private final ServiceAccounts accounts;
    private final ServiceAccountKeyStore store;
    private final Revocations revocations;
    private final Clock clock;
    private final IdSource ids;

    ServiceAccountKeys(
            ServiceAccounts accounts,
            ServiceAccountKeyStore store,
            Revocations revocations,
            Clock clock,
            IdSource ids) {
        this.accounts = accounts;
        this.store = store;
        this.revocations = revocations;
        this.clock = clock;
        this.ids = ids;
    }

    NewServiceAccountKey create(ProjectId project, PrincipalId account, CreateServiceAccountKey command) {
        ServiceAccount owner = accounts.requireLocked(project, account);
        accounts.requireMayDoAsMuch(owner);
        Instant now = clock.instant();
        ServiceAccountKey key = new ServiceAccountKey(
                new KeyId(ids.next()), command.kind(), now, requireExpiry(command.expiresAt(), now), null);
        if (store.countLive(account, now) >= LIVE_KEYS_MAX) {
            throw IdentityErrors.tooMany("keys per service account", LIVE_KEYS_MAX);
        }
        String secret = command.kind() == KeyKind.SECRET ? Secrets.create(SECRET_PREFIX) : null;
        store.add(
                account,
                key,
                material(secret, command.publicKey()),
                Call.current().caller().id());
        accounts.changed(owner, "key_created");
        return new NewServiceAccountKey(key, secret);
    }

    private static Material material(@Nullable String secret, @Nullable String publicKey) {
        if (secret != null) {
            if (publicKey != null) {
                throw ProblemException.invalid("public_key", "is allowed only for kind public_key");
            }
            return new Material(Digests.sha256(secret), null);
        }
        if (publicKey == null) {
            throw ProblemException.invalid("public_key", "is required for kind public_key");
        }
        return new Material(null, PublicKeys.requirePem("public_key", publicKey));
    }

    private static @Nullable Instant requireExpiry(@Nullable Instant wanted, Instant now) {
        if (wanted != null && !wanted.isAfter(now)) {
            throw ProblemException.invalid("expires_at", "must be in the future");
        }
        return wanted == null ? null : wanted.truncatedTo(ChronoUnit.MICROS);
    }

    /** Tokens minted with it end too. */
    ServiceAccountKey revoke(ProjectId project, PrincipalId account, KeyId id) {
        ServiceAccount owner = accounts.requireLocked(project, account);
        ServiceAccountKey key =
                store.revoke(account, id, clock.instant()).orElseThrow(() -> ProblemException.notFound("key"));
        accounts.changed(owner, "key_revoked");
        revocations.endStreams(account);
        return key;
    }
}
