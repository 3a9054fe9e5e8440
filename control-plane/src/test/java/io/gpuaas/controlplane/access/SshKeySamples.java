package io.gpuaas.controlplane.access;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;

/** Public keys for tests: good ones, and the pieces to put bad ones together. */
public final class SshKeySamples {

    private static final int ED25519_BYTES = 32;

    private SshKeySamples() {}

    /** The line of a new, unique key. */
    public static String ed25519() {
        return line("ssh-ed25519", new Wire().text("ssh-ed25519").field(ed25519Point()));
    }

    static byte[] ed25519Point() {
        try {
            // The JDK's form ends with the point as SSH has it.
            byte[] encoded = KeyPairGenerator.getInstance("Ed25519")
                    .generateKeyPair()
                    .getPublic()
                    .getEncoded();
            return Arrays.copyOfRange(encoded, encoded.length - ED25519_BYTES, encoded.length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String line(String type, Wire key) {
        return type + " " + Base64.getEncoder().encodeToString(key.bytes());
    }

    /** Writes fields as they stand in a key. */
    static final class Wire {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Wire field(byte[] bytes) {
            return length(bytes.length).raw(bytes);
        }

        Wire text(String text) {
            return field(text.getBytes(StandardCharsets.UTF_8));
        }

        Wire number(BigInteger number) {
            return field(number.toByteArray());
        }

        Wire length(int length) {
            return raw(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        }

        Wire raw(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }
}
