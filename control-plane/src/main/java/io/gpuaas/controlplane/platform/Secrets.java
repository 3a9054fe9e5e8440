package io.gpuaas.controlplane.platform;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Creates random secrets of 256 bits. Only their digests are stored: with that many bits a plain digest cannot be
 * reversed.
 */
public final class Secrets {

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    public static String create() {
        byte[] secret = new byte[BYTES];
        RANDOM.nextBytes(secret);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    /** Behind a prefix by which leaked ones can be found. */
    public static String create(String prefix) {
        return prefix + create();
    }
}
