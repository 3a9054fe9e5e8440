package io.gpuaas.controlplane.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.identity.AccessTokenStore.NewToken;
import io.gpuaas.controlplane.identity.AccessTokenStore.Verified;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Opaque tokens of our own: 256 random bits behind a prefix by which leaked ones can be found. */
@Component
public class AccessTokens implements TokenVerifier {

    static final String PREFIX = "gpuaas_";

    private static final int CACHE_MAX = 100_000;
    /** How long a verified token is trusted without asking the database, in case no event arrives. */
    private static final Duration CACHE_TIME = Duration.ofSeconds(3);

    private final AccessTokenStore store;
    private final Clock clock;
    private final IdSource ids;
    private final Cache<ByteBuffer, Verified> verified = Caffeine.newBuilder()
            .maximumSize(CACHE_MAX)
            .expireAfterWrite(CACHE_TIME)
            .build();

    AccessTokens(AccessTokenStore store, Clock clock, IdSource ids) {
        this.store = store;
        this.clock = clock;
        this.ids = ids;
    }

    /** A new token without a name, shown once: only its digest is kept. */
    public String issue(PrincipalId principal, @Nullable Instant expiresAt) {
        return issue(
                new NewToken(new AccessTokenId(ids.next()), principal, null, null, null, clock.instant(), expiresAt));
    }

    public String issue(NewToken token) {
        String secret = Secrets.create(PREFIX);
        store.add(token, Digests.sha256(secret));
        return secret;
    }

    @Override
    public Optional<Authenticated> verify(String token) {
        if (!token.startsWith(PREFIX)) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        byte[] digest = Digests.sha256(token);
        Verified known = verified.getIfPresent(ByteBuffer.wrap(digest));
        if (known != null) {
            return Optional.of(known).filter(one -> one.validAt(now)).map(Verified::who);
        }
        Optional<Verified> found = store.verify(digest, now);
        found.filter(one -> one.useShouldBeNoted(now)).ifPresent(one -> store.noteUse(digest, now));
        found.ifPresent(one -> verified.put(ByteBuffer.wrap(digest), one));
        return found.map(Verified::who);
    }

    @Override
    public boolean looksUp(String token) {
        return token.startsWith(PREFIX);
    }

    /** The next request with a token of this principal asks the database. */
    void forget(PrincipalId principal) {
        verified.asMap().values().removeIf(one -> one.who().caller().id().equals(principal.toString()));
    }
}
