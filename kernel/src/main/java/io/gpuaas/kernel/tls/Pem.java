package io.gpuaas.kernel.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text armour around keys and certificates. */
public final class Pem {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(.+?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", Pattern.DOTALL);
    static final int CERTIFICATES_MAX = 10;

    private Pem() {}

    public static String write(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + LINES.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    public static String write(PrivateKey key) {
        return write("PRIVATE KEY", key.getEncoded());
    }

    public static String write(List<X509Certificate> certificates) {
        StringBuilder text = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            try {
                text.append(write("CERTIFICATE", certificate.getEncoded()));
            } catch (CertificateEncodingException e) {
                throw new IllegalStateException("cannot encode a certificate", e);
            }
        }
        return text.toString();
    }

    public static PrivateKey readEcKey(String text) throws GeneralSecurityException {
        Matcher block = PRIVATE_KEY.matcher(text);
        if (!block.find()) {
            throw new GeneralSecurityException("no private key in this text");
        }
        byte[] encoded = Base64.getMimeDecoder().decode(block.group(1));
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /** One certificate or more; other kinds of blocks, and certificates after the tenth, are passed over. */
    public static List<X509Certificate> readCertificates(String text) throws CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        Matcher blocks = CERTIFICATE.matcher(text);
        List<X509Certificate> found = new ArrayList<>();
        while (blocks.find() && found.size() < CERTIFICATES_MAX) {
            found.add((X509Certificate) factory.generateCertificate(
                    new ByteArrayInputStream(blocks.group().getBytes(StandardCharsets.US_ASCII))));
        }
        if (found.isEmpty()) {
            throw new CertificateException("no certificate in this text");
        }
        return found;
    }
}
