package io.gpuaas.controlplane.nodes;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.NodeId;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides which node a call comes from. TLS proves that the peer holds the certificate's key; everything else is
 * checked here, on every call.
 */
@Component
class NodeTrust {

    private static final String URI = "spiffe://gpuaas/node/";
    private static final int URI_NAME = 6;
    private static final int CERTIFICATES_MAX = 50_000;

    /** No host has it. */
    private static final int NO_INCARNATION = -1;

    private final CertificateAuthority authority;
    private final NodeDirectory directory;
    private final NodeStore nodes;
    private final Clock clock;

    /** By identity: a connection shows the same object on each call, and its chain is verified once. */
    private final Cache<X509Certificate, NodeId> ours =
            Caffeine.newBuilder().weakKeys().maximumSize(CERTIFICATES_MAX).build();

    NodeTrust(CertificateAuthority authority, NodeDirectory directory, NodeStore nodes, Clock clock) {
        this.authority = authority;
        this.directory = directory;
        this.nodes = nodes;
        this.clock = clock;
    }

    /** The incarnation is that of the certificate; the host may have been rebuilt since. */
    record Speaker(NodeId node, String serial, int incarnation, NodeDirectory.Entry entry) {

        /**
         * The certificate is older than the host's rebuild: it is valid only for receiving the task that erases the
         * host.
         */
        boolean isOutdated() {
            return incarnation != entry.incarnation();
        }
    }

    Speaker require(X509Certificate @Nullable [] chain) {
        if (chain == null || chain.length == 0) {
            throw NodeErrors.certificateRequired();
        }
        X509Certificate leaf = chain[0];
        NodeId node = ours.get(leaf, certificate -> nodeOf(requireOurs(chain)));
        Instant now = clock.instant();
        if (now.isBefore(leaf.getNotBefore().toInstant())
                || now.isAfter(leaf.getNotAfter().toInstant())) {
            throw NodeErrors.certificateExpired();
        }
        String serial = serial(leaf);
        NodeDirectory.Entry entry = directory.admit(node, serial);
        NodeDirectory.Accepted accepted = entry.accepted().get(serial);
        return new Speaker(node, serial, accepted == null ? NO_INCARNATION : accepted.incarnation(), entry);
    }

    /**
     * Asks the database, not memory: until every process knows of a rebuild or a revocation, no call under an earlier
     * certificate may be believed.
     */
    void requireBelieved(Speaker speaker) {
        boolean isBelieved = nodes.findIncarnation(speaker.node())
                .filter(now -> now == speaker.incarnation())
                .isPresent();
        if (!isBelieved) {
            throw NodeErrors.certificateOutdated();
        }
    }

    /** Whether a connection that was opened under this certificate may stay open. */
    boolean mayStay(X509Certificate leaf) {
        try {
            return directory.accepts(nodeOf(leaf), serial(leaf));
        } catch (ProblemException e) {
            // Names no node: each of its calls is refused anyway.
            return true;
        }
    }

    /** The chain leads to our authority. Whether the certificate is valid now is another question. */
    X509Certificate requireOurs(X509Certificate[] chain) {
        try {
            X509Certificate leaf = chain[0];
            List<X509Certificate> path = Arrays.stream(chain)
                    .filter(certificate -> !certificate.equals(authority.root()))
                    .toList();
            PKIXParameters rules = new PKIXParameters(Set.of(new TrustAnchor(authority.root(), null)));
            rules.setRevocationEnabled(false);
            rules.setDate(leaf.getNotAfter());
            CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), rules);
            return leaf;
        } catch (GeneralSecurityException | ArrayIndexOutOfBoundsException e) {
            throw NodeErrors.certificateRefused("was not issued by this installation");
        }
    }

    static String uriOf(NodeId node) {
        return URI + node;
    }

    static NodeId nodeOf(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            List<String> uris = names == null
                    ? List.of()
                    : names.stream()
                            .filter(name -> name.get(0).equals(URI_NAME))
                            .map(name -> name.get(1).toString())
                            .toList();
            if (uris.size() == 1 && uris.getFirst().startsWith(URI)) {
                return NodeId.parse(uris.getFirst().substring(URI.length()));
            }
        } catch (CertificateParsingException | IllegalArgumentException e) {
            throw NodeErrors.certificateRefused("does not name a node");
        }
        throw NodeErrors.certificateRefused("does not name a node");
    }

    static String serial(X509Certificate certificate) {
        return certificate.getSerialNumber().toString(16).toLowerCase(Locale.ROOT);
    }
}
