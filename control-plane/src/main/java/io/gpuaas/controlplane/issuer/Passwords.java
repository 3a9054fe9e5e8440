package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Secrets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Hashes and checks passwords with Argon2id: 19 MiB, two passes, one lane, as OWASP recommends for
 * interactive sign-in. One lane, because Bouncy Castle computes lanes one after the other: more of them
 * would cost us time and an attacker none. A hash names its parameters, so they can be raised later.
 */
@Component
@EmbeddedIssuer
class Passwords {

    static final int CHARACTERS_MAX = 200;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int LANES = 1;
    private static final int MEMORY_KIB = 19 * 1024;
    private static final int PASSES = 2;

    /** Bounds the memory that sign-ins take: 8 times 19 MiB. */
    private static final int AT_ONCE_MAX = 8;

    private static final Duration WAIT_MAX = Duration.ofSeconds(5);

    /** Without letters and digits that look alike. */
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final int GROUPS = 4;
    private static final int GROUP_CHARACTERS = 5;

    private final Argon2PasswordEncoder encoder;
    private final Semaphore places = new Semaphore(AT_ONCE_MAX);
    private final SecureRandom random = new SecureRandom();
    /** Compared with when the user does not exist, so that the check takes as long. */
    private final String nobody;

    @Autowired
    Passwords() {
        this(MEMORY_KIB, PASSES);
    }

    /** So that tests do not pay for what makes guessing expensive. */
    Passwords(int memoryKib, int passes) {
        this.encoder = new Argon2PasswordEncoder(SALT_BYTES, HASH_BYTES, LANES, memoryKib, passes);
        this.nobody = encoder.encode(Secrets.create());
    }

    /** About 99 random bits in a form that can be read over the phone. */
    String generate() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP_CHARACTERS; i++) {
            if (i > 0 && i % GROUP_CHARACTERS == 0) {
                text.append('-');
            }
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    String hash(String password) {
        return encoder.encode(password);
    }

    /** Takes the same time whether there is a hash or not. */
    boolean matches(String password, Optional<String> hash) {
        if (password.length() > CHARACTERS_MAX) {
            return false;
        }
        try {
            if (!places.tryAcquire(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new LoginThrottle.Throttled(WAIT_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoginThrottle.Throttled(WAIT_MAX);
        }
        try {
            boolean same = encoder.matches(password, hash.orElse(nobody));
            return same && hash.isPresent();
        } finally {
            places.release();
        }
    }

    boolean isOutdated(String hash) {
        return encoder.upgradeEncoding(hash);
    }
}
