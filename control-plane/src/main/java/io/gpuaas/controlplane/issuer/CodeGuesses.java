package io.gpuaas.controlplane.issuer;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;

/** Slows down a signed-in user who guesses codes of other people's devices. */
final class CodeGuesses implements AuthenticationProvider {

    private static final int ATTEMPTS_FREE = 10;

    private final AuthenticationProvider verifying;
    private final LoginThrottle throttle;

    CodeGuesses(AuthenticationProvider verifying, LoginThrottle throttle) {
        this.verifying = verifying;
        this.throttle = throttle;
    }

    @Override
    public @Nullable Authentication authenticate(Authentication attempt) {
        try {
            throttle.begin("device:" + attempt.getName(), ATTEMPTS_FREE);
        } catch (LoginThrottle.Throttled e) {
            throw new OAuth2AuthenticationException("slow_down");
        }
        return verifying.authenticate(attempt);
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return verifying.supports(attempt);
    }
}
