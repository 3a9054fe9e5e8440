package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.identity.AccessHolder;
import io.gpuaas.controlplane.identity.PasswordAccounts;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Manages people who sign in with a password. */
@Component
@EmbeddedIssuer
class PasswordUsers implements PasswordAccounts, AccessHolder {

    /** ASCII only: two names that look alike are the same name. */
    private static final Pattern USERNAME = Pattern.compile("[a-z0-9][a-z0-9._@+-]{0,199}");

    private static final int PASSWORD_CHARACTERS_MIN = 12;
    static final String PASSWORD_RULE =
            "must have " + PASSWORD_CHARACTERS_MIN + " to " + Passwords.CHARACTERS_MAX + " characters";

    private final PasswordUserStore store;
    private final Passwords passwords;
    private final Principals principals;
    private final LoginStore logins;
    private final SecondStepStore steps;
    private final AuthorizationStore authorizations;
    private final LoginThrottle throttle;
    private final TransactionTemplate transaction;
    private final Clock clock;

    PasswordUsers(
            PasswordUserStore store,
            Passwords passwords,
            Principals principals,
            LoginStore logins,
            SecondStepStore steps,
            AuthorizationStore authorizations,
            LoginThrottle throttle,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.passwords = passwords;
        this.principals = principals;
        this.logins = logins;
        this.steps = steps;
        this.authorizations = authorizations;
        this.throttle = throttle;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** A new user with the initial password, which is stored nowhere. */
    public record NewUser(PrincipalId id, String username, String password) {}

    public NewUser create(String username, String displayName) {
        return transaction.execute(status -> {
            PrincipalId id = principals.createUser(displayName);
            return new NewUser(id, normalized(username), open(id, username));
        });
    }

    @Override
    public String open(PrincipalId principal, String username) {
        String password = passwords.generate();
        add(principal, username, password);
        return password;
    }

    @Override
    public void open(PrincipalId principal, String username, String password) {
        requireGood(password);
        add(principal, username, password);
    }

    private void add(PrincipalId principal, String username, String password) {
        String name = normalized(username);
        if (!USERNAME.matcher(name).matches()) {
            throw ProblemException.invalid(
                    "/username", "must have 1 to 200 characters: letters a to z, digits and . _ @ + -");
        }
        try {
            store.add(principal, name, passwords.hash(password), clock.instant());
        } catch (DuplicateKeyException e) {
            throw ProblemException.of(ErrorCode.USERNAME_TAKEN, "The username '" + name + "' is already taken.");
        }
    }

    @Override
    public void change(PrincipalId principal, String current, String next) {
        PasswordUserStore.Account account = store.find(principal).orElseThrow(() -> ProblemException.notFound("user"));
        requireGood(next);
        try {
            throttle.begin("password:" + principal, LoginThrottle.ACCOUNT_ATTEMPTS_FREE);
        } catch (LoginThrottle.Throttled e) {
            throw ProblemException.retryLater(
                    ErrorCode.RATE_LIMITED,
                    "Too many incorrect passwords were tried. Wait before trying again.",
                    Duration.ofSeconds(e.retryAfterSeconds()));
        }
        if (!passwords.matches(current, Optional.of(account.passwordHash()))) {
            throw ProblemException.of(ErrorCode.PASSWORD_WRONG, "The current password is incorrect.");
        }
        store.setPassword(principal, passwords.hash(next), clock.instant());
    }

    @Override
    public String reset(PrincipalId principal) {
        if (store.find(principal).isEmpty()) {
            throw ProblemException.notFound("user");
        }
        String password = passwords.generate();
        store.setPassword(principal, passwords.hash(password), clock.instant());
        return password;
    }

    @Override
    public Map<PrincipalId, String> usernames(Collection<PrincipalId> principals) {
        return store.usernames(principals);
    }

    /** Ends what the password opened: logins in browsers, tokens of the command line, and which browsers are known. */
    @Override
    public void endAll(PrincipalId principal) {
        store.endKnownBrowsers(principal);
        logins.removeAll(principal);
        steps.removeAll(principal);
        authorizations.removeAll(principal);
    }

    private static void requireGood(String password) {
        if (!isGood(password)) {
            throw ProblemException.invalid("/password", PASSWORD_RULE);
        }
    }

    static boolean isGood(String password) {
        return password.length() >= PASSWORD_CHARACTERS_MIN && password.length() <= Passwords.CHARACTERS_MAX;
    }

    static String normalized(String username) {
        return username.strip().toLowerCase(Locale.ROOT);
    }
}
