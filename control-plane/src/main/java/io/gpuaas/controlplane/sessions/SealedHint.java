package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.platform.Digests;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps an ID token between signing in and signing out. The key is derived from the session's secret, which only the
 * browser has: reading the table reveals nothing about the person.
 */
final class SealedHint {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private SealedHint() {}

    static String seal(String hint, String session) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, session, nonce).doFinal(hint.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(nonce.length + sealed.length)
                            .put(nonce)
                            .put(sealed)
                            .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** Empty when it was sealed under another session, or changed. */
    static Optional<String> open(String sealed, String session) {
        try {
            byte[] bytes = Base64.getDecoder().decode(sealed);
            byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
            byte[] hint = cipher(Cipher.DECRYPT_MODE, session, nonce)
                    .doFinal(bytes, NONCE_BYTES, Math.max(0, bytes.length - NONCE_BYTES));
            return Optional.of(new String(hint, StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Cipher cipher(int mode, String session, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        SecretKeySpec key = new SecretKeySpec(Digests.sha256("sign-out hint of " + session), "AES");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
