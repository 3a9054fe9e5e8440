package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Issues the tokens that hosts enrol with: single use, expiring, stored as a digest. A token ends with the digest of
 * the authority's certificate, so that the host can verify the server before it sends anything.
 */
@Component
class JoinTokens {

    private static final String PREFIX = "gpj1";

    private final CertificateStore store;
    private final CertificateAuthority authority;
    private final Clock clock;
    private final IdSource ids;

    JoinTokens(CertificateStore store, CertificateAuthority authority, Clock clock, IdSource ids) {
        this.store = store;
        this.authority = authority;
        this.clock = clock;
        this.ids = ids;
    }

    record Made(UUID id, String text, Instant expiresAt) {}

    record Presented(UUID id, String secretDigest) {}

    /** Each for one host; for the node, if one is named. */
    List<Made> create(int count, Duration lifetime, @Nullable NodeId node) {
        Instant now = clock.instant();
        Instant expires = now.plus(lifetime);
        String by = Call.current().caller().id();
        List<Made> made = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            UUID id = ids.next();
            String secret = Secrets.create();
            store.addToken(
                    new CertificateStore.JoinToken(
                            id, digest(secret), node == null ? null : node.value(), expires, null, null),
                    now,
                    by);
            made.add(new Made(id, String.join(".", PREFIX, id.toString(), secret, authorityDigest()), expires));
        }
        return made;
    }

    Presented parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4 || !parts[0].equals(PREFIX)) {
            throw NodeErrors.joinTokenInvalid();
        }
        try {
            return new Presented(UUID.fromString(parts[1]), digest(parts[2]));
        } catch (IllegalArgumentException e) {
            throw NodeErrors.joinTokenInvalid();
        }
    }

    CertificateStore.JoinToken requireLocked(Presented presented) {
        return store.lockToken(presented.id())
                .filter(token -> Digests.same(token.secretDigest(), presented.secretDigest()))
                .orElseThrow(NodeErrors::joinTokenInvalid);
    }

    private String authorityDigest() {
        try {
            return Digests.hexSha256(authority.root().getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    private static String digest(String secret) {
        return Digests.hexSha256(secret.getBytes(StandardCharsets.UTF_8));
    }
}
