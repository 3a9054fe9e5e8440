package io.gpuaas.sdk.signin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Proves that who redeems a code is who asked for it (RFC 7636). */
record Pkce(String verifier) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    static Pkce random() {
        return new Pkce(randomText());
    }

    /** 256 bits that nobody guesses. */
    static String randomText() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    String challenge() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "Pkce[]";
    }
}
