package io.gpuaas.agent;

import java.io.StringReader;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/** A certificate authority for tests, made with another library than the agent uses. */
final class FakeAuthority {

    private final KeyPair keys = newKey();
    private final AtomicLong serial = new AtomicLong(1);
    final X509Certificate certificate;

    FakeAuthority() throws Exception {
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                new X500Name("CN=test authority"),
                BigInteger.ONE,
                Date.from(now.minusSeconds(3600)),
                Date.from(now.plusSeconds(86_400)),
                new X500Name("CN=test authority"),
                keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        certificate = sign(builder);
    }

    static KeyPair newKey() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private X509Certificate sign(JcaX509v3CertificateBuilder builder) throws Exception {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    }

    /** The key of a request whose own signature is right. */
    static PublicKey keyOf(String csr) throws Exception {
        PKCS10CertificationRequest request =
                (PKCS10CertificationRequest) new PEMParser(new StringReader(csr)).readObject();
        PublicKey key = new JcaPKCS10CertificationRequest(request).getPublicKey();
        if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
            throw new IllegalArgumentException("the request is not signed by its key");
        }
        return key;
    }

    X509Certificate issue(PublicKey key, GeneralName name, Instant from, Instant until) throws Exception {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                certificate,
                BigInteger.valueOf(serial.incrementAndGet()),
                Date.from(from),
                Date.from(until),
                new X500Name("CN=issued"),
                key);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(name));
        return sign(builder);
    }

    String digest() throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    }

    /** A server at 127.0.0.1 that shows its authority, and knows clients of the same authority. */
    SSLContext serverContext() throws Exception {
        KeyPair own = newKey();
        X509Certificate leaf = issue(
                own.getPublic(),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
                Instant.now().minusSeconds(600),
                Instant.now().plusSeconds(36_000));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", own.getPrivate(), new char[0], new X509Certificate[] {leaf, certificate});
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(store, new char[0]);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", certificate);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }
}
