package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.CertificateRequest;
import io.gpuaas.controlplane.certificates.ListenerTls;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.tls.Pem;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** The authority of the fleet, for other programs of the installation that meet nodes. */
@Component
public class MachineCertificates {

    private final CertificateAuthority authority;
    private final NodeTrust trust;

    MachineCertificates(CertificateAuthority authority, NodeTrust trust) {
        this.authority = authority;
        this.trust = trust;
    }

    /** For a listener under these names, with a certificate that can be exchanged while it runs. */
    public ListenerTls listener(List<String> hosts) {
        return new ListenerTls(authority, hosts);
    }

    /** The holder of a certificate: a URI no node can have, and the host names it may serve under. */
    public record Subject(String commonName, String uri, List<String> hosts) {

        public Subject {
            hosts = List.copyOf(hosts);
        }
    }

    public record Issued(String chainPem, Instant notAfter, String serial) {}

    public static String serialOf(X509Certificate certificate) {
        return NodeTrust.serial(certificate);
    }

    public Issued issue(String csr, Subject subject) {
        List<X509Certificate> chain = authority.issue(
                CertificateRequest.parse(csr),
                new CertificateAuthority.Names(subject.commonName(), List.of(subject.uri()), subject.hosts()));
        X509Certificate leaf = chain.getFirst();
        return new Issued(Pem.write(chain), leaf.getNotAfter().toInstant(), serialOf(leaf));
    }

    public String rootPem() {
        return Pem.write(List.of(authority.root()));
    }

    /** Lower-case hex. */
    public String rootDigest() {
        try {
            return Digests.hexSha256(authority.root().getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    /** The leaf of a chain that leads to our authority; whom it names and until when is for the caller to judge. */
    public X509Certificate requireOurs(X509Certificate[] chain) {
        return trust.requireOurs(chain);
    }

    /** The node whose current or next certificate this is, if it was issued to the host as it is now. */
    public NodeId requireNode(String chainPem) {
        try {
            NodeTrust.Speaker speaker =
                    trust.require(Pem.readCertificates(chainPem).toArray(X509Certificate[]::new));
            trust.requireBelieved(speaker);
            return speaker.node();
        } catch (CertificateException e) {
            throw NodeErrors.certificateRefused("cannot be parsed");
        }
    }
}
