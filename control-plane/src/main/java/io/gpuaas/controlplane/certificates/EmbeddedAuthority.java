package io.gpuaas.controlplane.certificates;

import io.gpuaas.controlplane.platform.SecretFile;
import io.gpuaas.kernel.tls.Pem;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority in this process, its key in a file only its owner reads. */
public final class EmbeddedAuthority implements CertificateAuthority {

    private static final Duration ROOT_LIFETIME = Duration.ofDays(3650);
    private static final int SERIAL_BITS = 127;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X509Certificate root;
    private final PrivateKey key;
    private final Clock clock;

    public EmbeddedAuthority(Path file, Clock clock) {
        this.clock = clock;
        String text = SecretFile.readOrCreate(file, () -> create(clock.instant()));
        try {
            this.root = Pem.readCertificates(text).getFirst();
            this.key = Pem.readEcKey(text);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new IllegalStateException(file + " does not hold an EC private key and its certificate", e);
        }
    }

    @Override
    public X509Certificate root() {
        return root;
    }

    public PrivateKey key() {
        return key;
    }

    @Override
    public List<X509Certificate> issue(CertificateRequest request, Names names) {
        Instant now = clock.instant();
        try {
            X509v3CertificateBuilder builder = builder(
                    X500Name.getInstance(root.getSubjectX500Principal().getEncoded()),
                    name(names.commonName()),
                    request.key(),
                    now.minus(STARTS_EARLIER),
                    now.plus(LIFETIME));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes(names)));
            builder.addExtension(Extension.subjectAlternativeName, false, alternatives(names));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(root.getPublicKey()));
            return List.of(sign(builder, key));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException("the authority cannot sign", e);
        }
    }

    private static KeyPurposeId[] purposes(Names names) {
        return names.hosts().isEmpty()
                ? new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth}
                : new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};
    }

    private static GeneralNames alternatives(Names names) {
        return new GeneralNames(Stream.concat(
                        names.uris().stream().map(uri -> new GeneralName(GeneralName.uniformResourceIdentifier, uri)),
                        names.hosts().stream().map(EmbeddedAuthority::host))
                .toArray(GeneralName[]::new));
    }

    private static GeneralName host(String host) {
        boolean address = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host);
    }

    private static String create(Instant now) {
        try {
            KeyPair pair = KeyPairs.p256();
            X500Name name = name("GPUaaS node authority");
            X509v3CertificateBuilder builder =
                    builder(name, name, pair.getPublic(), now.minus(STARTS_EARLIER), now.plus(ROOT_LIFETIME));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
            return Pem.write("PRIVATE KEY", pair.getPrivate().getEncoded())
                    + Pem.write(List.of(sign(builder, pair.getPrivate())));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException("an authority cannot be made", e);
        }
    }

    private static X500Name name(String commonName) {
        return new X500NameBuilder().addRDN(BCStyle.CN, commonName).build();
    }

    private static X509v3CertificateBuilder builder(
            X500Name issuer, X500Name subject, PublicKey key, Instant from, Instant to) {
        return new JcaX509v3CertificateBuilder(
                issuer, new BigInteger(SERIAL_BITS, RANDOM), Date.from(from), Date.from(to), subject, key);
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    }
}
