package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Digests;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Codes for the day the phone is lost: 74 random bits each, so that a plain digest cannot be turned back. */
final class RecoveryCodes {

    static final int COUNT = 10;

    private static final SecureRandom RANDOM = new SecureRandom();
    /** Without letters and digits that look alike. */
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final int GROUPS = 3;
    private static final int GROUP_CHARACTERS = 5;

    private RecoveryCodes() {}

    static List<String> create() {
        return Stream.generate(RecoveryCodes::one).limit(COUNT).toList();
    }

    private static String one() {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, GROUPS * GROUP_CHARACTERS)
                .forEach(i -> text.append(i > 0 && i % GROUP_CHARACTERS == 0 ? "-" : "")
                        .append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length()))));
        return text.toString();
    }

    /** However it was typed. */
    static byte[] digest(String code) {
        return Digests.sha256("recovery code " + code.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT));
    }
}
