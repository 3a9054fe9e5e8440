package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Removes expired rows. Any process may; a row that is gone already does not matter. */
@Component
@EmbeddedIssuer
class ExpiredRows implements BackgroundWork {

    /** Long enough that a device still hears "expired" and not "unknown". */
    private static final Duration KEEP = Duration.ofHours(1);

    private final AuthorizationStore authorizations;
    private final LoginStore logins;
    private final SecondStepStore steps;
    private final PasswordResetStore resets;
    private final Clock clock;

    ExpiredRows(
            AuthorizationStore authorizations,
            LoginStore logins,
            SecondStepStore steps,
            PasswordResetStore resets,
            Clock clock) {
        this.authorizations = authorizations;
        this.logins = logins;
        this.steps = steps;
        this.resets = resets;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(5), "issuer.delete-expired", this::remove)
                .firstAfter(Duration.ofMinutes(1));
    }

    void remove() {
        Instant before = clock.instant().minus(KEEP);
        authorizations.removeExpired(before);
        // A refresh token spent so long ago would have expired by itself.
        authorizations.forgetSpent(before.minus(Clients.REFRESH_TOKEN_LIFETIME));
        logins.removeExpired(before);
        steps.removeExpired(before);
        resets.removeWrittenBefore(before.minus(PasswordResets.BETWEEN_LETTERS));
    }
}
