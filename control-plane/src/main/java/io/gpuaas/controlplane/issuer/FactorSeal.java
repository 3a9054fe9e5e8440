package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.SecretFile;
import io.gpuaas.kernel.PrincipalId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/**
 * Seals the secrets of authenticator apps and the cookies of known browsers (AES-256-GCM) with a key in a file beside
 * the database. A value sealed for one person opens for no other, so rows cannot be swapped.
 */
@Component
@EmbeddedIssuer
class FactorSeal {

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    /** By which sealed bytes are longer than what is in them. */
    static final int OVERHEAD_BYTES = NONCE_BYTES + TAG_BITS / Byte.SIZE;

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;

    FactorSeal(GpuaasProperties properties) {
        Path file = Optional.ofNullable(properties.identity().secondFactorKeyFile())
                .filter(name -> !name.isBlank())
                .map(Path::of)
                .orElseGet(() -> properties.dataDir().resolve("second-factor.key"));
        this.key = new SecretKeySpec(Base64.getDecoder().decode(SecretFile.readOrCreate(file, KEY_BYTES)), "AES");
    }

    byte[] seal(byte[] secret, PrincipalId person) {
        return seal(secret, person.toString());
    }

    /** Opens only in the same context. */
    byte[] seal(byte[] secret, String context) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, context).doFinal(secret);
            return ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** Empty when another key or another person's row was used. */
    Optional<byte[]> open(byte[] sealed, PrincipalId person) {
        return open(sealed, person.toString());
    }

    /** Empty when another key or context was used, or a byte differs. */
    Optional<byte[]> open(byte[] sealed, String context) {
        if (sealed.length < OVERHEAD_BYTES) {
            return Optional.empty();
        }
        try {
            byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
            return Optional.of(cipher(Cipher.DECRYPT_MODE, nonce, context)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
