package io.gpuaas.controlplane.issuer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.identity.SecondFactorPolicy;
import io.gpuaas.controlplane.identity.TokenVerifier;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.PrincipalId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Knows the access tokens of the embedded issuer. A good signature is not enough: the authorization the
 * token came from must still stand, so that signing out or a stolen refresh token ends it in seconds.
 */
@Component
@EmbeddedIssuer
class JwtVerifier implements TokenVerifier {

    private static final int CACHE_MAX = 100_000;
    /** How long a verified token is believed without looking again. */
    private static final Duration CACHE_TIME = Duration.ofSeconds(3);

    private final Tokens tokens;
    private final AuthorizationStore authorizations;
    private final Principals principals;
    private final SecondFactorPolicy policy;
    private final Cache<ByteBuffer, Verified> verified = Caffeine.newBuilder()
            .maximumSize(CACHE_MAX)
            .expireAfterWrite(CACHE_TIME)
            .build();

    JwtVerifier(Tokens tokens, AuthorizationStore authorizations, Principals principals, SecondFactorPolicy policy) {
        this.tokens = tokens;
        this.authorizations = authorizations;
        this.principals = principals;
        this.policy = policy;
    }

    @Override
    public boolean looksUp(String token) {
        return false;
    }

    @Override
    public Optional<Authenticated> verify(String token) {
        if (!token.startsWith("eyJ")) {
            return Optional.empty();
        }
        ByteBuffer digest = ByteBuffer.wrap(Digests.sha256(token));
        Verified known = verified.getIfPresent(digest);
        if (known != null) {
            return enough(known);
        }
        Optional<Verified> found = tokens.checkAccess(token).flatMap(this::holder);
        found.ifPresent(one -> verified.put(digest, one));
        return found.flatMap(this::enough);
    }

    private record Verified(Authenticated who, boolean secondFactor) {}

    /** Also tokens of a sign-in from before policy demanded a second factor lack it now. */
    private Optional<Authenticated> enough(Verified one) {
        return one.secondFactor() || !policy.demandedOf(one.who()) ? Optional.of(one.who()) : Optional.empty();
    }

    private Optional<Verified> holder(JWTClaimsSet claims) {
        return claims.getClaim(Tokens.AUTHORIZATION) instanceof String authorization
                        && authorizations.exists(authorization)
                ? principal(claims.getSubject())
                        .flatMap(principals::find)
                        .map(who -> new Verified(who, Proof.isIn(claims.getClaim(Tokens.METHODS))))
                : Optional.empty();
    }

    private static Optional<PrincipalId> principal(String subject) {
        try {
            return Optional.of(PrincipalId.parse(subject));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
