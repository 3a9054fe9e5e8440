package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.limits.SharedThrottle;
import io.gpuaas.controlplane.limits.Throttling;
import io.gpuaas.controlplane.platform.Digests;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Component;

/**
 * Slows guessing down over all processes: per account at an address, per address, and per account from everywhere. An
 * attempt counts when it begins, so that many at once gain nothing; success takes it back.
 */
@Component
@EmbeddedIssuer
class LoginThrottle {

    static final int ACCOUNT_ATTEMPTS_FREE = 5;
    static final int ADDRESS_ATTEMPTS_FREE = 50;

    /** Guessing one account from many addresses. High, since its owner has to wait too. */
    static final int ACCOUNT_ATTEMPTS_FREE_EVERYWHERE = 100;

    private final SharedThrottle throttle;

    LoginThrottle(SharedThrottle throttle) {
        this.throttle = throttle;
    }

    /** Counts one attempt, or refuses it without looking at the password. */
    void begin(String account, String address) {
        begin(address(address), ADDRESS_ATTEMPTS_FREE);
        begin(accountAt(account, address), ACCOUNT_ATTEMPTS_FREE);
        begin(account(account), ACCOUNT_ATTEMPTS_FREE_EVERYWHERE);
    }

    /** Counts one attempt of somebody known, for example at guessing a device's code. */
    void begin(String key, int free) {
        throttle.attempt("sign-in/" + key, new Throttling(free)).ifPresent(wait -> {
            throw new Throttled(wait);
        });
    }

    /** By both, so that a stranger elsewhere does not lock an account's owner out. */
    private static String accountAt(String account, String address) {
        return account(account) + "@" + AddressGroup.of(address);
    }

    void succeeded(String account, String address) {
        throttle.forget("sign-in/" + accountAt(account, address));
        throttle.forget("sign-in/" + account(account));
        throttle.forgive("sign-in/" + address(address));
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
