package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.issuer.KnownBrowsers.KnownBrowser;
import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.SharedThrottle;
import io.gpuaas.controlplane.limits.Throttling;
import io.gpuaas.controlplane.platform.Digests;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Component;

/**
 * Slows guessing down across all processes: per account at an address, per address, and per account from everywhere. A
 * known browser is counted separately and is not delayed by others. An attempt counts when it begins, so that
 * concurrent attempts gain nothing; success takes it back.
 */
@Component
@EmbeddedIssuer
class LoginThrottle {

    static final int ACCOUNT_ATTEMPTS_FREE = 5;
    static final int ADDRESS_ATTEMPTS_FREE = 50;

    /** Guessing one account from many addresses. High, since its owner has to wait too, in a browser that is not known. */
    static final int ACCOUNT_ATTEMPTS_FREE_EVERYWHERE = 100;

    private final SharedThrottle throttle;
    private final KnownBrowsers browsers;

    LoginThrottle(SharedThrottle throttle, KnownBrowsers browsers) {
        this.throttle = throttle;
        this.browsers = browsers;
    }

    /** The secret that is guessed. Each has its own count. */
    enum Step {
        PASSWORD,
        FACTOR;

        /** Never collides between steps: user names are lower-case. */
        private String account(String username) {
            return this == PASSWORD ? username : this + " " + username;
        }
    }

    /** An attempt that was counted. */
    record Attempt(String account, String address, @Nullable UUID knownBrowser) {}

    /** Counts one attempt, or refuses it without looking at what was typed. */
    Attempt begin(Step step, String username, Visitor visitor) {
        String account = step.account(username);
        Optional<KnownBrowser> known = browsers.find(visitor, username);
        if (known.isPresent()) {
            // Counted before the look-up: a cookie that counts for nothing any more is limited too.
            UUID id = known.get().id();
            begin(accountIn(account, id), ACCOUNT_ATTEMPTS_FREE);
            if (browsers.isCurrent(known.get(), username)) {
                return new Attempt(account, visitor.address(), id);
            }
        }
        begin(account, visitor.address());
        return new Attempt(account, visitor.address(), null);
    }

    /** Counts one attempt in a browser that is not known. */
    void begin(String account, String address) {
        begin(address(address), ADDRESS_ATTEMPTS_FREE);
        begin(accountAt(account, address), ACCOUNT_ATTEMPTS_FREE);
        begin(account(account), ACCOUNT_ATTEMPTS_FREE_EVERYWHERE);
    }

    /** Counts one attempt of a known caller, for example at guessing a device's code. */
    void begin(String key, int free) {
        throttle.attempt("sign-in/" + key, new Throttling(free)).ifPresent(wait -> {
            throw new Throttled(wait);
        });
    }

    /** By both, so that a stranger elsewhere does not lock an account's owner out. */
    private static String accountAt(String account, String address) {
        return account(account) + "@" + AddressGroup.of(address);
    }

    private static String accountIn(String account, UUID browser) {
        return account(account) + "#" + browser;
    }

    /** The owner's success in a known browser gives strangers no new attempts. */
    void succeeded(Attempt attempt) {
        UUID browser = attempt.knownBrowser();
        if (browser != null) {
            throttle.forget("sign-in/" + accountIn(attempt.account(), browser));
            return;
        }
        throttle.forget("sign-in/" + accountAt(attempt.account(), attempt.address()));
        throttle.forget("sign-in/" + account(attempt.account()));
        throttle.forgive("sign-in/" + address(attempt.address()));
    }

    private static String address(String address) {
        return "address:" + AddressGroup.of(address);
    }

    /** A digest: what was typed may be a password in the wrong field. */
    private static String account(String account) {
        return "account:" + Digests.hexSha256(account.getBytes(StandardCharsets.UTF_8));
    }

    /** Too many attempts: come back later. */
    static final class Throttled extends AuthenticationException {

        private final Duration wait;

        Throttled(Duration wait) {
            super("too many attempts");
            this.wait = wait;
        }

        long retryAfterSeconds() {
            return Math.max(1, wait.plusMillis(999).toSeconds());
        }
    }
}
