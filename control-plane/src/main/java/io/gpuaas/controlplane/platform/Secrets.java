package io.gpuaas.controlplane.platform;

import java.security.SecureRandom;
import java.util.Base64;

/** Random secrets of 256 bits. Only their digests are kept: with so many bits a plain digest cannot be turned back. */
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
