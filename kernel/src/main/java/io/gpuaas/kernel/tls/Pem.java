package io.gpuaas.kernel.tls;

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

/** Text armour around keys and certificates. */
public final class Pem {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    public static String write(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + LINES.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    public static String write(PrivateKey key) {
        return write("PRIVATE KEY", key.getEncoded());
    }

    public static byte[] read(String label, String text) {
        String begin = "-----BEGIN " + label + "-----";
        String end = "-----END " + label + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no " + label + " in this text");
        }
        return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
    }

    public static PrivateKey readEcKey(String text) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(read("PRIVATE KEY", text)));
    }

    public static List<X509Certificate> readCertificates(String text) throws CertificateException {
        List<X509Certificate> certificates = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
        if (certificates.isEmpty()) {
            throw new CertificateException("no certificate in this text");
        }
        return certificates;
    }
}
