package io.gpuaas.controlplane.trust;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A registered public key. A retired key still counts for artifacts recorded before its retirement, so that keys rotate
 * with an overlap; a revoked key counts for nothing, and neither does one that waits for a second person to confirm it.
 */
public record SigningKey(
        String id,
        Holder holder,
        PublicKey key,
        @Nullable Instant retiredAt,
        @Nullable Instant revokedAt,
        boolean isConfirmed) {

    private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
    private static final String END = "-----END PUBLIC KEY-----";
    private static final int PEM_MAX = 8 * 1024;

    /** The party that signs with a key. */
    public enum Holder {
        PUBLISHER,
        PLATFORM
    }

    public SigningKey {
        KeyType.of(key);
    }

    public SigningKey(
            String id, Holder holder, PublicKey key, @Nullable Instant retiredAt, @Nullable Instant revokedAt) {
        this(id, holder, key, retiredAt, revokedAt, true);
    }

    /** The SHA-256 of a key in hex, the same however the key is encoded. */
    public static String fingerprint(PublicKey key) {
        return KeyType.fingerprint(key);
    }

    /** The kind of a key that is accepted: p256, p384, ed25519 or rsa. */
    public static String kind(PublicKey key) {
        return KeyType.of(key).name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a public key in PEM.
     *
     * @throws IllegalArgumentException if it is no key, of a kind that is not accepted, or followed by other bytes
     */
    public static PublicKey parsePem(String pem) {
        String text = pem.strip();
        if (pem.length() > PEM_MAX || !text.startsWith(BEGIN) || !text.endsWith(END)) {
            throw new IllegalArgumentException("not one public key in PEM");
        }
        byte[] der = Base64.getDecoder()
                .decode(text.substring(BEGIN.length(), text.length() - END.length())
                        .replaceAll("\\s", ""));
        for (String algorithm : new String[] {"EC", "Ed25519", "RSA", "RSASSA-PSS"}) {
            try {
                PublicKey key = KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(der));
                if (!Arrays.equals(key.getEncoded(), der)) {
                    throw new IllegalArgumentException("the key is followed by other bytes or is not in strict DER");
                }
                KeyType.of(key);
                return key;
            } catch (GeneralSecurityException e) {
                // The key is of another kind; the next factory may read it.
            }
        }
        throw new IllegalArgumentException("not a key of a kind that is accepted");
    }
}
