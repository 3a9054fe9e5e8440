package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.kernel.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Checks name and password without revealing which of the two was wrong. A second factor may have to follow. */
class PasswordSignIn implements AuthenticationProvider {

    private final PasswordUserStore users;
    private final Passwords passwords;
    private final LoginThrottle throttle;
    private final Principals principals;
    private final SecondSteps steps;
    private final SideTrail trail;

    PasswordSignIn(
            PasswordUserStore users,
            Passwords passwords,
            LoginThrottle throttle,
            Principals principals,
            SecondSteps steps,
            SideTrail trail) {
        this.users = users;
        this.passwords = passwords;
        this.throttle = throttle;
        this.principals = principals;
        this.steps = steps;
        this.trail = trail;
    }

    @Override
    public Authentication authenticate(Authentication attempt) {
        String username = PasswordUsers.normalized(attempt.getName());
        if (username.isEmpty() || username.length() > Passwords.CHARACTERS_MAX) {
            throw new BadCredentialsException("no such name");
        }
        String password = String.valueOf(attempt.getCredentials());
        Visitor visitor = attempt.getDetails() instanceof Visitor known ? known : new Visitor("unknown", null);
        String address = visitor.address();
        LoginThrottle.Attempt counted = throttle.begin(LoginThrottle.Step.PASSWORD, username, visitor);
        Optional<PasswordUserStore.Account> account = users.find(username);
        boolean right = passwords.matches(password, account.map(PasswordUserStore.Account::passwordHash));
        Optional<Authenticated> who =
                account.filter(known -> right && known.active()).flatMap(known -> principals.find(known.principal()));
        if (who.isEmpty()) {
            String tried = account.map(known -> known.principal().toString()).orElse(null);
            trail.refused(tried, ErrorCode.UNAUTHENTICATED, address);
            throw new BadCredentialsException("wrong");
        }
        throttle.succeeded(counted);
        rehashWhenOutdated(account.orElseThrow(), password);
        if (steps.follow(who.get())) {
            return authenticated(who.get().caller().id(), List.of(SecondSteps.PENDING));
        }
        trail.signedIn(who.get().caller(), "password", address);
        return authenticated(who.get().caller().id(), List.of());
    }

    /** The name of an authentication is the principal's id, and so is the subject of every token. */
    static UsernamePasswordAuthenticationToken authenticated(String principal, List<SimpleGrantedAuthority> proofs) {
        return UsernamePasswordAuthenticationToken.authenticated(principal, null, proofs);
    }

    private void rehashWhenOutdated(PasswordUserStore.Account account, String password) {
        if (passwords.isOutdated(account.passwordHash())) {
            users.rehash(account.principal(), account.passwordHash(), passwords.hash(password));
        }
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(attempt);
    }
}
