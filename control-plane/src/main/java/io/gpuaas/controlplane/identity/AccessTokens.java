package io.gpuaas.controlplane.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.kernel.PrincipalId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Opaque tokens of our own: 256 random bits behind a prefix by which leaked ones can be found. */
@Component
public class AccessTokens implements TokenVerifier {

    static final String PREFIX = "gpuaas_";

    private static final int SECRET_BYTES = 32;
    private static final int CACHE_MAX = 100_000;
    /** How long a verified token is believed without asking the database again. */
    private static final Duration CACHE_TIME = Duration.ofSeconds(3);

    private final IdentityStore store;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Cache<ByteBuffer, Authenticated> verified = Caffeine.newBuilder()
            .maximumSize(CACHE_MAX)
            .expireAfterWrite(CACHE_TIME)
            .build();

    AccessTokens(IdentityStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** A new token, shown once: only its digest is kept. */
    public String issue(PrincipalId principal, @Nullable Instant expiresAt) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String token = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        store.addToken(digest(token), principal, clock.instant(), expiresAt);
        return token;
    }

    @Override
    public Optional<Authenticated> verify(String token) {
        if (!token.startsWith(PREFIX)) {
            return Optional.empty();
        }
        byte[] digest = digest(token);
        Authenticated known = verified.getIfPresent(ByteBuffer.wrap(digest));
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Authenticated> found = store.findByToken(digest, clock.instant());
        found.ifPresent(one -> verified.put(ByteBuffer.wrap(digest), one));
        return found;
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
