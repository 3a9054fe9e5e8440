package io.gpuaas.controlplane.identity.machines;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads assertions signed with a private key (private_key_jwt, RFC 7523). The key decides which
 * algorithms count, never the assertion: so neither "none" nor a hash keyed with the public key passes.
 */
final class Assertions {

    private static final Duration LIFETIME_MAX = Duration.ofMinutes(5);
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(30);
    private static final int ID_CHARACTERS_MAX = 200;

    private Assertions() {}

    /** The key that must have signed, the subject and the audiences. */
    record Expected(PublicKey key, String subject, Set<String> audiences) {}

    /** The id that makes a replay recognisable, and until when it must be kept. */
    record Accepted(String id, Instant expiresAt) {}

    static Optional<Accepted> verify(String assertion, Expected expected, Instant now) {
        try {
            SignedJWT jwt = SignedJWT.parse(assertion);
            JWSAlgorithm algorithm = jwt.getHeader().getAlgorithm();
            if (!algorithms(expected.key()).contains(algorithm) || !jwt.verify(verifier(expected.key()))) {
                return Optional.empty();
            }
            return check(jwt.getJWTClaimsSet(), expected, now);
        } catch (ParseException | JOSEException | IllegalArgumentException | IllegalStateException e) {
            // An assertion that cannot be parsed proves nothing, whatever its fault.
            return Optional.empty();
        }
    }

    private static Optional<Accepted> check(JWTClaimsSet claims, Expected expected, Instant now) {
        String id = claims.getJWTID();
        Instant expiresAt = instant(claims.getExpirationTime());
        if (id == null || id.isBlank() || id.length() > ID_CHARACTERS_MAX || expiresAt == null) {
            return Optional.empty();
        }
        boolean ours = expected.subject().equals(claims.getIssuer())
                && expected.subject().equals(claims.getSubject())
                && claims.getAudience().stream().anyMatch(expected.audiences()::contains);
        boolean inTime = expiresAt.isAfter(now)
                && !expiresAt.isAfter(now.plus(LIFETIME_MAX).plus(CLOCK_SKEW))
                && !future(claims.getNotBeforeTime(), now)
                && !future(claims.getIssueTime(), now);
        return ours && inTime ? Optional.of(new Accepted(id, expiresAt)) : Optional.empty();
    }

    private static boolean future(@Nullable Date time, Instant now) {
        Instant instant = instant(time);
        return instant != null && instant.isAfter(now.plus(CLOCK_SKEW));
    }

    private static @Nullable Instant instant(@Nullable Date time) {
        return time == null ? null : time.toInstant();
    }

    private static Set<JWSAlgorithm> algorithms(PublicKey key) {
        if (key instanceof ECPublicKey ec) {
            return Curve.P_256.equals(Curve.forECParameterSpec(ec.getParams()))
                    ? Set.of(JWSAlgorithm.ES256)
                    : Set.of(JWSAlgorithm.ES384);
        }
        return key instanceof RSAPublicKey ? Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256) : Set.of();
    }

    private static JWSVerifier verifier(PublicKey key) throws JOSEException {
        return key instanceof ECPublicKey ec ? new ECDSAVerifier(ec) : new RSASSAVerifier((RSAPublicKey) key);
    }
}
