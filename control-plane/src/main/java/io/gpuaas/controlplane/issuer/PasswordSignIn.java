package io.gpuaas.controlplane.issuer;

import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** Signs in whoever knows the name and password, and tells nobody which of the two was wrong. */
class PasswordSignIn implements AuthenticationProvider {

    private final UserStore users;
    private final Passwords passwords;
    private final LoginThrottle throttle;

    PasswordSignIn(UserStore users, Passwords passwords, LoginThrottle throttle) {
        this.users = users;
        this.passwords = passwords;
        this.throttle = throttle;
    }

    @Override
    public Authentication authenticate(Authentication attempt) {
        String username = Users.normalized(attempt.getName());
        if (username.isEmpty() || username.length() > Passwords.CHARACTERS_MAX) {
            throw new BadCredentialsException("no such name");
        }
        String password = String.valueOf(attempt.getCredentials());
        String address =
                attempt.getDetails() instanceof WebAuthenticationDetails web ? web.getRemoteAddress() : "unknown";
        throttle.begin(username, address);
        Optional<UserStore.Account> account = users.find(username);
        if (!passwords.matches(password, account.map(UserStore.Account::passwordHash))
                || !account.orElseThrow().active()) {
            throw new BadCredentialsException("wrong");
        }
        throttle.succeeded(username, address);
        rehashWhenOutdated(account.get(), password);
        return authenticated(account.get().principal().toString());
    }

    /** The name of an authentication is the principal's id, and so is the subject of every token. */
    static UsernamePasswordAuthenticationToken authenticated(String principal) {
        return UsernamePasswordAuthenticationToken.authenticated(principal, null, List.of());
    }

    private void rehashWhenOutdated(UserStore.Account account, String password) {
        if (passwords.isOutdated(account.passwordHash())) {
            users.rehash(account.principal(), account.passwordHash(), passwords.hash(password));
        }
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(attempt);
    }
}
