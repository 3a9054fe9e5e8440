package io.gpuaas.kernel.tls;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

/**
 * A PKCS #10 request for an EC P-256 key. The JDK has no public way to make one, and these few lines of DER weigh less
 * on a host than a cryptography library.
 */
public final class CertificateRequest {

    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int UTF8_STRING = 0x0c;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int NO_ATTRIBUTES = 0xa0;

    private static final byte[] COMMON_NAME = {0x06, 3, 0x55, 0x04, 0x03};
    private static final byte[] ECDSA_WITH_SHA256 = {
        0x06, 8, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02
    };
    private static final int COMMON_NAME_MAX = 64;

    private CertificateRequest() {}

    public static KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /** The common name is decoration: the server names the node in the certificate it issues. */
    public static String pem(KeyPair keys, String commonName) throws GeneralSecurityException {
        String name = commonName.isBlank() ? "node" : commonName;
        name = name.substring(0, Math.min(COMMON_NAME_MAX, name.length()));
        byte[] subject = der(
                SEQUENCE,
                der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, name.getBytes(StandardCharsets.UTF_8)))));
        byte[] info = der(
                SEQUENCE,
                der(INTEGER, new byte[] {0}),
                subject,
                keys.getPublic().getEncoded(),
                der(NO_ATTRIBUTES));
        return Pem.write(
                "CERTIFICATE REQUEST", der(SEQUENCE, info, der(SEQUENCE, ECDSA_WITH_SHA256), bits(sign(keys, info))));
    }

    private static byte[] sign(KeyPair keys, byte[] bytes) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(bytes);
        return signature.sign();
    }

    private static byte[] bits(byte[] content) {
        // The leading zero says that no bit of the last byte is unused.
        return der(BIT_STRING, new byte[] {0}, content);
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        writeLength(out, content.size());
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    private static void writeLength(ByteArrayOutputStream out, int length) {
        if (length < 0x80) {
            out.write(length);
        } else if (length < 0x100) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >> 8);
            out.write(length);
        }
    }
}
