package io.gpuaas.controlplane.identity.machines;

import io.gpuaas.api.MintToken;
import io.gpuaas.api.MintedToken;
import io.gpuaas.controlplane.identity.AccessTokenStore.NewToken;
import io.gpuaas.controlplane.identity.AccessTokens;
import io.gpuaas.controlplane.identity.IdentityErrors;
import io.gpuaas.controlplane.identity.machines.ServiceAccountKeyStore.LiveKey;
import io.gpuaas.controlplane.identity.machines.ServiceAccountKeyStore.Material;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Issues a short-lived token to a service account's program for a proof of its key. Every refusal is the same, and an
 * unknown key takes the same work as a known one, so that nothing can be learnt by trying.
 */
@Component
class TokenMint {

    private static final Duration LIFETIME = Duration.ofMinutes(15);
    private static final String OUR_NAME = "gpuaas";
    private static final byte[] NO_SECRET = Digests.sha256("");
    private static final PublicKey NO_KEY = createKeyNobodyHolds();

    private final ServiceAccountKeyStore keys;
    private final AccessTokens tokens;
    private final Clock clock;
    private final IdSource ids;
    private final PublicUrl url;

    TokenMint(ServiceAccountKeyStore keys, AccessTokens tokens, Clock clock, IdSource ids, PublicUrl url) {
        this.keys = keys;
        this.tokens = tokens;
        this.clock = clock;
        this.ids = ids;
        this.url = url;
    }

    MintedToken mint(MintToken command) {
        String secret = command.secret();
        String assertion = command.clientAssertion();
        if ((secret == null) == (assertion == null)) {
            throw ProblemException.invalid("secret", "or client_assertion is required, but not both");
        }
        Instant now = clock.instant();
        Optional<LiveKey> key = keys.findLive(command.keyId(), now);
        boolean proven = secret != null
                ? provenBySecret(key, secret)
                : provenByAssertion(key, Objects.requireNonNull(assertion), now);
        return issue(key.filter(live -> proven).orElseThrow(IdentityErrors::keyRefused), now);
    }

    private static boolean provenBySecret(Optional<LiveKey> key, String secret) {
        Optional<byte[]> kept = key.map(LiveKey::material).flatMap(Material::findSecretHash);
        boolean equal = MessageDigest.isEqual(kept.orElse(NO_SECRET), Digests.sha256(secret));
        return equal && kept.isPresent();
    }

    private boolean provenByAssertion(Optional<LiveKey> key, String assertion, Instant now) {
        PublicKey kept = key.map(LiveKey::material)
                .flatMap(Material::findPublicKey)
                .flatMap(PublicKeys::parse)
                .orElse(NO_KEY);
        String subject = key.map(LiveKey::account).map(PrincipalId::toString).orElse(new UUID(0, 0).toString());
        Set<String> audiences = Set.of(OUR_NAME, url.external());
        return Assertions.verify(assertion, new Assertions.Expected(kept, subject, audiences), now)
                .filter(accepted ->
                        key.isPresent() && keys.useAssertion(key.get().id(), accepted.id(), accepted.expiresAt()))
                .isPresent();
    }

    private MintedToken issue(LiveKey key, Instant now) {
        String token = tokens.issue(new NewToken(
                new AccessTokenId(ids.next()),
                key.account(),
                null,
                List.copyOf(key.scopes()),
                key.id(),
                now,
                now.plus(LIFETIME)));
        keys.noteUse(key.id(), now);
        return new MintedToken(token, "Bearer", (int) LIFETIME.toSeconds());
    }

    private static PublicKey createKeyNobodyHolds() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair().getPublic();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }
}
