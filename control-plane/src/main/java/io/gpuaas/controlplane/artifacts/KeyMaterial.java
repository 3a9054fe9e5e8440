package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.PublisherKey;
import io.gpuaas.api.PublisherKeyKind;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.trust.SigningKey;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** A public key or certificate as a publisher registers it. */
record KeyMaterial(String kind, String fingerprint) {

    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    static KeyMaterial parse(String pem) {
        try {
            if (pem.contains(BEGIN)) {
                X509Certificate certificate = certificate(pem);
                // A certificate whose own key is too weak is no anchor.
                SigningKey.kind(certificate.getPublicKey());
                return new KeyMaterial(PublisherKeyKind.CERTIFICATE.wire(), fingerprint(certificate));
            }
            PublicKey key = SigningKey.parsePem(pem);
            return new KeyMaterial(SigningKey.kind(key), SigningKey.fingerprint(key));
        } catch (IllegalArgumentException e) {
            throw ProblemException.invalid("/pem", "is not acceptable: " + e.getMessage());
        }
    }

    static X509Certificate certificate(PublisherKey key) {
        return certificate(key.pem());
    }

    private static X509Certificate certificate(String pem) {
        String text = pem.strip();
        if (!text.startsWith(BEGIN) || !text.endsWith(END)) {
            throw new IllegalArgumentException("not one certificate in PEM");
        }
        byte[] der = Base64.getDecoder()
                .decode(text.substring(BEGIN.length(), text.length() - END.length())
                        .replaceAll("\\s", ""));
        try {
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
            if (!Arrays.equals(certificate.getEncoded(), der)) {
                throw new IllegalArgumentException("the certificate is followed by other bytes");
            }
            return certificate;
        } catch (CertificateException e) {
            throw new IllegalArgumentException("not a certificate", e);
        }
    }

    private static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no SHA-256", e);
        }
    }
}
