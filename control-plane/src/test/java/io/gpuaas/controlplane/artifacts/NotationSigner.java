package io.gpuaas.controlplane.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuaas.controlplane.artifacts.PublisherWorld.Published;
import io.gpuaas.controlplane.artifacts.PublisherWorld.Referrer;
import io.gpuaas.controlplane.registry.RegistryClient;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs as the Notary Project does, with a certificate of an authority of its own. */
final class NotationSigner {

    private final Instant now = Instant.now();
    private final KeyPair key = PublisherWorld.pair();
    private final X509Certificate root;
    private final X509Certificate leaf;

    NotationSigner() throws Exception {
        KeyPair authority = PublisherWorld.pair();
        root = certificate(authority, authority, "CN=root", true);
        leaf = certificate(key, authority, "CN=leaf", false);
    }

    private X509Certificate certificate(KeyPair subject, KeyPair issuer, String name, boolean isAuthority)
            throws Exception {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                new X500Name("CN=root"),
                BigInteger.valueOf(System.nanoTime()),
                Date.from(now.minus(Duration.ofDays(2))),
                Date.from(now.plus(Duration.ofDays(30))),
                new X500Name(name),
                subject.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(isAuthority ? KeyUsage.keyCertSign : KeyUsage.digitalSignature));
        if (!isAuthority) {
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_codeSigning));
        }
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate())));
    }

    String authorityPem() throws Exception {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(UTF_8)).encodeToString(root.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    Referrer sign(Published artifact, int size) throws Exception {
        String header = ("{\"alg\":\"ES256\",\"crit\":[\"io.cncf.notary.signingScheme\"],"
                        + "\"cty\":\"application/vnd.cncf.notary.payload.v1+json\","
                        + "\"io.cncf.notary.signingScheme\":\"notary.x509\",\"io.cncf.notary.signingTime\":\"%s\"}")
                .formatted(now.minus(Duration.ofDays(1)));
        String payload = "{\"targetArtifact\":{\"digest\":\"%s\",\"mediaType\":\"%s\",\"size\":%d}}"
                .formatted(artifact.digest(), RegistryClient.MANIFEST, size);
        String signed = url(header.getBytes(UTF_8)) + "." + url(payload.getBytes(UTF_8));
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initSign(key.getPrivate());
        signature.update(signed.getBytes(UTF_8));
        String envelope =
                "{\"payload\":\"%s\",\"protected\":\"%s\",\"header\":{\"x5c\":[\"%s\",\"%s\"]},\"signature\":\"%s\"}"
                        .formatted(
                                url(payload.getBytes(UTF_8)),
                                url(header.getBytes(UTF_8)),
                                Base64.getEncoder().encodeToString(leaf.getEncoded()),
                                Base64.getEncoder().encodeToString(root.getEncoded()),
                                url(signature.sign()));
        return new Referrer(
                "application/vnd.cncf.notary.signature",
                "application/jose+json",
                envelope.getBytes(UTF_8),
                "",
                artifact.digest());
    }

    private static String url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
