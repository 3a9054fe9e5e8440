package io.gpuaas.controlplane.certificates;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Certificates and keys as text. */
public final class Pem {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(.+?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", Pattern.DOTALL);
    private static final int CERTIFICATES_MAX = 10;

    private Pem() {}

    public static String write(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n" + LINES.encodeToString(content) + "\n-----END " + kind + "-----\n";
    }

    public static String write(List<X509Certificate> certificates) {
        return certificates.stream().map(Pem::write).collect(Collectors.joining());
    }

    private static String write(X509Certificate certificate) {
        try {
            return write("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    /** Empty when there is none; other kinds of blocks are passed over. */
    public static List<X509Certificate> certificates(String text) throws CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        Matcher blocks = CERTIFICATE.matcher(text);
        List<X509Certificate> found = new java.util.ArrayList<>();
        while (blocks.find() && found.size() < CERTIFICATES_MAX) {
            found.add((X509Certificate) factory.generateCertificate(
                    new ByteArrayInputStream(blocks.group().getBytes(StandardCharsets.US_ASCII))));
        }
        return found;
    }

    static PrivateKey privateKey(String text, String algorithm) throws GeneralSecurityException {
        Matcher block = PRIVATE_KEY.matcher(text);
        if (!block.find()) {
            throw new GeneralSecurityException("there is no private key");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(block.group(1));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }
}
