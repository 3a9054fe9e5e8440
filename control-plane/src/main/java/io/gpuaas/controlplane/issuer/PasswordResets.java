package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.MailAddresses;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.limits.AddressGroup;
import io.gpuaas.controlplane.notifications.MailOutbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.platform.Secrets;
import io.gpuaas.kernel.PrincipalId;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Resets forgotten passwords by email. Responds before looking up the account, so that neither the text nor the
 * timing reveals who has an account.
 */
@Component
@EmbeddedIssuer
class PasswordResets {

    static final Duration LIFETIME = Duration.ofMinutes(30);
    static final Duration BETWEEN_LETTERS = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(PasswordResets.class);

    /** Requests or token attempts per address before throttling starts. */
    private static final int ATTEMPTS_FREE = LoginThrottle.ADDRESS_ATTEMPTS_FREE;

    private static final int LOOKING_MAX = 2;
    private static final int WAITING_MAX = 200;

    private final PasswordResetStore store;
    private final PasswordUserStore users;
    private final Passwords passwords;
    private final Principals principals;
    private final MailAddresses addresses;
    private final Revocations revocations;
    private final MailOutbox mail;
    private final LoginThrottle throttle;
    private final SideTrail trail;
    private final SignInCalls calls;
    private final TransactionTemplate transaction;
    private final PublicUrl url;
    private final Clock clock;
    private final ThreadPoolExecutor looking = new ThreadPoolExecutor(
            LOOKING_MAX,
            LOOKING_MAX,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_MAX),
            Thread.ofPlatform().daemon().name("password-reset-", 0).factory());

    PasswordResets(
            PasswordResetStore store,
            PasswordUserStore users,
            Passwords passwords,
            Principals principals,
            MailAddresses addresses,
            Revocations revocations,
            MailOutbox mail,
            LoginThrottle throttle,
            SideTrail trail,
            SignInCalls calls,
            TransactionTemplate transaction,
            PublicUrl url,
            Clock clock) {
        this.store = store;
        this.users = users;
        this.passwords = passwords;
        this.principals = principals;
        this.addresses = addresses;
        this.revocations = revocations;
        this.mail = mail;
        this.throttle = throttle;
        this.trail = trail;
        this.calls = calls;
        this.transaction = transaction;
        this.url = url;
        this.clock = clock;
    }

    /** Throws if the caller is throttled; otherwise behaves the same for every account. */
    void ask(String typed, String address) {
        throttle.begin("reset:" + AddressGroup.of(address), ATTEMPTS_FREE);
        if (typed.isBlank() || typed.length() > Passwords.CHARACTERS_MAX) {
            return;
        }
        try {
            looking.execute(() -> write(typed, address));
        } catch (RejectedExecutionException e) {
            throw new LoginThrottle.Throttled(Duration.ofSeconds(5));
        }
    }

    private void write(String typed, String address) {
        try {
            candidates(typed).forEach(person -> write(person, address));
        } catch (RuntimeException e) {
            log.warn("could not send a password reset email", e);
        }
    }

    /** One person's user name can be another's email address: both get an email about their own account. */
    private Set<PrincipalId> candidates(String typed) {
        Set<PrincipalId> found = new LinkedHashSet<>();
        users.find(PasswordUsers.normalized(typed))
                .map(PasswordUserStore.Account::principal)
                .ifPresent(found::add);
        addresses.findPerson(typed).ifPresent(found::add);
        return found;
    }

    private void write(PrincipalId person, String address) {
        Optional<PasswordUserStore.Account> account = activeAccount(person);
        Optional<String> recipient = addresses.find(person);
        Optional<Authenticated> who = principals.find(person);
        if (account.isEmpty() || recipient.isEmpty() || who.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        Instant expiresAt = now.plus(LIFETIME);
        String token = Secrets.create();
        calls.of(who.get(), "askForPasswordReset", address)
                .run(() -> transaction.execute(status -> {
                    boolean first = store.add(
                            new PasswordResetStore.NewReset(person, Digests.sha256(token), now, expiresAt),
                            now.minus(BETWEEN_LETTERS));
                    if (first) {
                        String username = account.get().username();
                        mail.write(new MailOutbox.Letter(
                                recipient.get(), "Reset your password", text(username, token, expiresAt)));
                        trail.acted(Call.current(), "user.ask_password_reset", person.toString());
                    }
                    return first;
                }));
    }

    /** Users of an external issuer have no account here; disabled ones are excluded. */
    private Optional<PasswordUserStore.Account> activeAccount(PrincipalId person) {
        return users.find(person).filter(PasswordUserStore.Account::active);
    }

    /** The token is in the fragment, which browsers do not send, so it reaches no access log. */
    private String text(String username, String token, Instant expiresAt) {
        return """
                A password reset was requested for the account %s at %s.

                To choose a new password, open this link:
                %s/password/reset#token=%s

                The link works once and expires at %s. If you didn't request this, ignore this email;
                your password stays the same.
                """.formatted(
                        username, url.external(), url.external(), token, expiresAt.truncatedTo(ChronoUnit.SECONDS));
    }

    /** False if the token is unknown, used or expired. */
    boolean choose(String token, String password, String address) {
        throttle.begin("reset:" + AddressGroup.of(address), ATTEMPTS_FREE);
        // Checked before hashing, which is expensive.
        if (!store.isOpen(Digests.sha256(token), clock.instant())) {
            return false;
        }
        String hash = passwords.hash(password);
        return Boolean.TRUE.equals(transaction.execute(status -> store.spend(Digests.sha256(token), clock.instant())
                .filter(person -> activeAccount(person).isPresent())
                .flatMap(principals::find)
                .map(who -> calls.of(who, "resetPassword", address).run(() -> set(who, hash)))
                .orElse(false)));
    }

    private boolean set(Authenticated who, String hash) {
        PrincipalId person = PrincipalId.parse(who.caller().id());
        users.setPassword(person, hash, clock.instant());
        revocations.endSignIns(person);
        trail.acted(Call.current(), "user.reset_password", person.toString());
        addresses
                .find(person)
                .ifPresent(recipient -> mail.write(
                        new MailOutbox.Letter(recipient, "Your password was changed", """
                        The password of your account at %s was changed with the reset link sent to this address.
                        All sessions were signed out. Second factors were not changed.

                        If this wasn't you, ask an operator of the installation to disable the account.
                        """.formatted(url.external()))));
        return true;
    }

    /** Whether all requests have been processed. */
    boolean isIdle() {
        return looking.getQueue().isEmpty() && looking.getActiveCount() == 0;
    }

    @PreDestroy
    void stop() {
        looking.shutdown();
    }
}
