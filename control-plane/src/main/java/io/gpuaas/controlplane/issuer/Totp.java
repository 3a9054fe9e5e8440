package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Digests;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Codes of an authenticator app (RFC 6238): six digits, 30 seconds, SHA-1, as every app understands them. */
final class Totp {

    static final int SECRET_BYTES = 20;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int STEP_SECONDS = 30;
    /** How many steps a phone's clock may be off, either way. */
    private static final int SKEW_STEPS = 1;

    private static final int DIGITS = 6;
    private static final int MODULUS = 1_000_000;
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private Totp() {}

    static byte[] newSecret() {
        byte[] secret = new byte[SECRET_BYTES];
        RANDOM.nextBytes(secret);
        return secret;
    }

    static boolean isCode(String text) {
        return text.length() == DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** The step the code belongs to, when it is one around now; later steps are tried first. */
    static OptionalLong match(byte[] secret, String code, Instant now) {
        long step = now.getEpochSecond() / STEP_SECONDS;
        return LongStream.iterate(step + SKEW_STEPS, one -> one >= step - SKEW_STEPS, one -> one - 1)
                .filter(one -> Digests.same(code(secret, one), code))
                .findFirst();
    }

    static String code(byte[] secret, long step) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret, "HmacSHA1"));
            byte[] digest =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
            int offset = digest[digest.length - 1] & 0xF;
            int number = ByteBuffer.wrap(digest, offset, Integer.BYTES).getInt() & 0x7FFF_FFFF;
            return String.format(Locale.ROOT, "%0" + DIGITS + "d", number % MODULUS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA-1", e);
        }
    }

    /** As people type it into an app. */
    static String base32(byte[] secret) {
        StringBuilder text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte one : secret) {
            bits = (bits << 8) | (one & 0xFF);
            for (held += 8; held >= 5; held -= 5) {
                text.append(BASE32.charAt((bits >> (held - 5)) & 0x1F));
            }
            bits &= 0xFF;
        }
        return held == 0
                ? text.toString()
                : text.append(BASE32.charAt((bits << (5 - held)) & 0x1F)).toString();
    }

    /** The address an authenticator app reads from the QR code. */
    static String address(byte[] secret, String host, String username) {
        String issuer = "GPUaaS " + host;
        return "otpauth://totp/" + encode(issuer) + ":" + encode(username) + "?secret=" + base32(secret) + "&issuer="
                + encode(issuer) + "&algorithm=SHA1&digits=" + DIGITS + "&period=" + STEP_SECONDS;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
