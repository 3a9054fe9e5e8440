package io.gpuaas.controlplane.federation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.identity.TokenVerifier;
import io.gpuaas.kernel.PrincipalId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Knows the access tokens of the outside issuer. */
@Component
@ExternalIssuer
class ExternalTokenVerifier implements TokenVerifier {

    private static final int CACHE_MAX = 100_000;
    /** How long a verified token is believed without looking again. */
    private static final Duration CACHE_TIME = Duration.ofSeconds(3);

    private final ExternalTokens tokens;
    private final ExternalIdentities identities;
    private final IssuerSettings settings;
    private final BackChannelLogout logout;
    private final Principals principals;
    private final Revocations revocations;
    private final Cache<ByteBuffer, Verified> verified = Caffeine.newBuilder()
            .maximumSize(CACHE_MAX)
            .expireAfterWrite(CACHE_TIME)
            .build();

    ExternalTokenVerifier(
            ExternalTokens tokens,
            ExternalIdentities identities,
            IssuerSettings settings,
            BackChannelLogout logout,
            Principals principals,
            Revocations revocations) {
        this.tokens = tokens;
        this.identities = identities;
        this.settings = settings;
        this.logout = logout;
        this.principals = principals;
        this.revocations = revocations;
    }

    private record Verified(PrincipalId principal, Authenticated who, Instant issuedAt) {}

    @Override
    public boolean looksUp(String token) {
        return false;
    }

    @Override
    public Optional<Authenticated> verify(String token) {
        return token.startsWith("eyJ")
                ? look(token)
                        .filter(known -> !revocations.revoked(known.principal(), known.issuedAt()))
                        .map(Verified::who)
                : Optional.empty();
    }

    private Optional<Verified> look(String token) {
        ByteBuffer digest = digest(token);
        Verified known = verified.getIfPresent(digest);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Verified> found = tokens.checkAccess(token).flatMap(this::holder);
        found.ifPresent(one -> verified.put(digest, one));
        return found;
    }

    private Optional<Verified> holder(JWTClaimsSet claims) {
        Instant issuedAt = claims.getIssueTime().toInstant();
        return Person.read(claims, settings.claims())
                .filter(person -> !logout.isEnded(claims, person.subject()))
                .map(person -> identities.seen(person, issuedAt))
                .flatMap(principal -> principals.find(principal).map(who -> new Verified(principal, who, issuedAt)));
    }

    private static ByteBuffer digest(String token) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
