package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.identity.PasswordAccounts;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** People who sign in with a password. */
@Component
@EmbeddedIssuer
public class Users implements PasswordAccounts {

    /** ASCII only: two names that look alike are the same name. */
    private static final Pattern USERNAME = Pattern.compile("[a-z0-9][a-z0-9._@+-]{0,199}");

    private static final int PASSWORD_CHARACTERS_MIN = 12;

    private final UserStore store;
    private final Passwords passwords;
    private final Principals principals;
    private final LoginStore logins;
    private final AuthorizationStore authorizations;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Users(
            UserStore store,
            Passwords passwords,
            Principals principals,
            LoginStore logins,
            AuthorizationStore authorizations,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.passwords = passwords;
        this.principals = principals;
        this.logins = logins;
        this.authorizations = authorizations;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** A new user and the password to tell them. It is kept nowhere. */
    public record NewUser(PrincipalId id, String username, String password) {}

    public NewUser create(String username, String displayName) {
        return transaction.execute(status -> {
            PrincipalId id = principals.createUser(displayName);
            return new NewUser(id, normalized(username), open(id, username));
        });
    }

    @Override
    public String open(PrincipalId principal, String username) {
        String name = normalized(username);
        if (!USERNAME.matcher(name).matches()) {
            throw ProblemException.invalid(
                    "/username", "has 1 to 200 characters: letters a to z, digits and . _ @ + -");
        }
        String password = passwords.generate();
        try {
            store.add(principal, name, passwords.hash(password), clock.instant());
        } catch (DuplicateKeyException e) {
            throw ProblemException.of(ErrorCode.CONFLICT, "The user name '" + name + "' is taken.");
        }
        return password;
    }

    /** Ends everything the old password opened: logins in browsers and tokens of the command line. */
    public void changePassword(PrincipalId principal, String current, String next) {
        UserStore.Account account = store.find(principal).orElseThrow(() -> ProblemException.notFound("user"));
        if (next.length() < PASSWORD_CHARACTERS_MIN || next.length() > Passwords.CHARACTERS_MAX) {
            throw ProblemException.invalid(
                    "/password", "has " + PASSWORD_CHARACTERS_MIN + " to " + Passwords.CHARACTERS_MAX + " characters");
        }
        if (!passwords.matches(current, Optional.of(account.passwordHash()))) {
            throw ProblemException.of(ErrorCode.PERMISSION_DENIED, "The current password is not right.");
        }
        String hash = passwords.hash(next);
        transaction.executeWithoutResult(status -> {
            store.setPassword(principal, hash, clock.instant());
            logins.removeAll(principal);
            authorizations.removeAll(principal);
        });
    }

    static String normalized(String username) {
        return username.strip().toLowerCase(Locale.ROOT);
    }
}
