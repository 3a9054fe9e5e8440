package io.gpuaas.controlplane.payments;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Stripe's header {@code Stripe-Signature: t=1700000000,v1=hex,v1=hex}: an HMAC over the time, a dot and the exact bytes
 * of the body. Any of our secrets may have made it, so that one can be replaced without losing a delivery. Not
 * stripe-java's {@code Webhook.Signature}: it takes the body as text instead of its exact bytes.
 */
final class WebhookSignature {

    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String ALGORITHM = "HmacSHA256";
    private static final int HEADER_PARTS_MAX = 20;

    private final List<SecretKeySpec> secrets;
    private final Clock clock;

    WebhookSignature(List<String> secrets, Clock clock) {
        this.secrets = secrets.stream()
                .map(secret -> new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM))
                .toList();
        this.clock = clock;
    }

    boolean isOurs(byte[] body, @Nullable String header) {
        if (header == null) {
            return false;
        }
        String time = "";
        List<byte[]> signatures = new ArrayList<>();
        for (String part : header.split(",", HEADER_PARTS_MAX)) {
            String value = part.substring(part.indexOf('=') + 1).strip();
            if (part.strip().startsWith("t=")) {
                time = value;
            } else if (part.strip().startsWith("v1=")) {
                addHex(signatures, value);
            }
        }
        return isFresh(time) && matches(body, time, signatures);
    }

    private static void addHex(List<byte[]> signatures, String value) {
        try {
            signatures.add(HexFormat.of().parseHex(value));
        } catch (IllegalArgumentException e) {
            // Not a signature; others in the header may be.
        }
    }

    private boolean isFresh(String time) {
        if (!time.matches("\\d{1,12}")) {
            return false;
        }
        long seconds = Math.abs(clock.instant().getEpochSecond() - Long.parseLong(time));
        return seconds <= TOLERANCE.toSeconds();
    }

    private boolean matches(byte[] body, String time, List<byte[]> signatures) {
        boolean found = false;
        for (SecretKeySpec secret : secrets) {
            byte[] expected = hmac(secret, time, body);
            for (byte[] signature : signatures) {
                found |= MessageDigest.isEqual(expected, signature);
            }
        }
        return found;
    }

    private static byte[] hmac(SecretKeySpec secret, String time, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }
}
