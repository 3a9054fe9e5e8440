package io.gpuaas.controlplane.identity;

import io.gpuaas.api.AccessToken;
import io.gpuaas.api.CreateAccessToken;
import io.gpuaas.api.NewAccessToken;
import io.gpuaas.controlplane.identity.AccessTokenStore.NewToken;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Access tokens people make for themselves: named, expiring, and narrowed if they like. */
public @Component class PersonalTokens {

    private final AccessTokens tokens;
    private final AccessTokenStore store;
    private final Revocations revocations;
    private final Policies policies;
    private final Clock clock;
    private final IdSource ids;

    PersonalTokens(
            AccessTokens tokens,
            AccessTokenStore store,
            Revocations revocations,
            Policies policies,
            Clock clock,
            IdSource ids) {
        this.tokens = tokens;
        this.store = store;
        this.revocations = revocations;
        this.policies = policies;
        this.clock = clock;
        this.ids = ids;
    }

    public NewAccessToken create(CreateAccessToken command) {
        PrincipalId person = SignedIn.requirePerson();
        Instant now = clock.instant();
        String name = Names.require("name", command.name());
        List<String> scopes = command.scopes() == null ? null : Scopes.require(command.scopes(), Role.allPermissions());
        Instant expiresAt = requireExpiry(command.expiresAt(), now);
        requireRoomForOneMore(person, now);
        AccessTokenId id = new AccessTokenId(ids.next());
        String secret = tokens.issue(new NewToken(id, person, name, scopes, null, now, expiresAt));
        return new NewAccessToken(new AccessToken(id, name, scopes, now, expiresAt, null, null), secret);
    }

    private Instant requireExpiry(Instant wanted, Instant now) {
        Duration most = policies.effective(IdentityPolicies.ACCESS_TOKEN_LIFETIME_MAX);
        if (!wanted.isAfter(now) || wanted.isAfter(now.plus(most))) {
            throw ProblemException.invalid("expires_at", "must be in the future, at most " + most + " ahead");
        }
        return wanted.truncatedTo(ChronoUnit.MICROS);
    }

    private void requireRoomForOneMore(PrincipalId person, Instant now) {
        store.lock(person);
        long most = policies.effective(IdentityPolicies.ACCESS_TOKENS_MAX);
        if (store.countLive(person, now) >= most) {
            throw IdentityErrors.tooMany("personal access tokens", most);
        }
    }

    /** A machine has none of its own to list. */
    public List<AccessToken> list(@Nullable UUID before, int limit) {
        return store.list(SignedIn.current().principal(), before, limit);
    }

    public AccessToken revoke(AccessTokenId id) {
        PrincipalId person = SignedIn.requirePerson();
        AccessToken revoked =
                store.revoke(person, id, clock.instant()).orElseThrow(() -> ProblemException.notFound("access token"));
        revocations.endStreams(person);
        return revoked;
    }
}
