package io.gpuaas.controlplane.issuer;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;

/**
 * Keeps the keys that sign tokens (ES256) in one file that only its owner can read. The first one signs; the others
 * keep what they signed valid. A start that finds the first key too old puts a new one in front.
 */
@Component
@EmbeddedIssuer
class SigningKeys {

    static final JWSAlgorithm ALGORITHM = JWSAlgorithm.ES256;

    static final Duration ROTATE_AFTER = Duration.ofDays(90);
    /** Longer than anything signed lives. */
    static final Duration KEEP_AFTER_ROTATION = Duration.ofDays(2);

    private final List<JWK> keys;

    SigningKeys(GpuaasProperties properties, Clock clock) {
        String configured = properties.identity().signingKeyFile();
        Path file = configured == null || configured.isBlank()
                ? properties.dataDir().resolve("issuer-keys.json")
                : Path.of(configured);
        String text = SecretFile.readOrCreate(file, () -> write(List.of(newKey(clock.instant()))));
        List<JWK> found = read(text, file);
        this.keys = current(found, clock.instant());
        if (!keys.equals(found)) {
            SecretFile.replace(file, write(keys));
        }
    }

    /** For signing: the newest key alone. */
    JWKSource<SecurityContext> signing() {
        return new ImmutableJWKSet<>(new JWKSet(keys.getFirst()));
    }

    /** For publishing and verifying: all that may still be in use. */
    JWKSource<SecurityContext> published() {
        return new ImmutableJWKSet<>(new JWKSet(keys));
    }

    /** The new list of keys: a recent enough key in front, and no key that is no longer needed. */
    static List<JWK> current(List<JWK> keys, Instant now) {
        List<JWK> result = new ArrayList<>(keys);
        if (result.isEmpty() || issued(result.getFirst()).isBefore(now.minus(ROTATE_AFTER))) {
            result.addFirst(newKey(now));
        }
        if (issued(result.getFirst()).isBefore(now.minus(KEEP_AFTER_ROTATION))) {
            return List.of(result.getFirst());
        }
        return List.copyOf(result);
    }

    private static Instant issued(JWK key) {
        return Objects.requireNonNull(key.getIssueTime(), "a signing key says when it was made")
                .toInstant();
    }

    private static JWK newKey(Instant now) {
        try {
            return new ECKeyGenerator(Curve.P_256)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(ALGORITHM)
                    .keyIDFromThumbprint(true)
                    .issueTime(Date.from(now))
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("every JDK makes P-256 keys", e);
        }
    }

    private static List<JWK> read(String text, Path file) {
        try {
            List<JWK> keys = JWKSet.parse(text).getKeys();
            boolean good = !keys.isEmpty() && keys.stream().allMatch(key -> key instanceof ECKey && key.isPrivate());
            if (!good) {
                throw new IllegalStateException(file + " holds something other than private P-256 keys");
            }
            return keys;
        } catch (ParseException e) {
            throw new IllegalStateException(file + " is not a JWK set", e);
        }
    }

    private static String write(List<JWK> keys) {
        return new JWKSet(keys).toString(false) + "\n";
    }
}
