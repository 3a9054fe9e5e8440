package io.gpuaas.controlplane.federation;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.federation.ExternalIdentityStore.Known;
import io.gpuaas.controlplane.federation.ExternalIdentityStore.Origin;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.sessions.IssuerSessions;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends what a login at the outside issuer opened here, when the issuer says that the login ended: browser
 * sessions, open streams, and access tokens of that login. Tokens people made for programs stay.
 */
@Component
@ExternalIssuer
class BackChannelLogout implements BackgroundWork {

    /** Longer than any access token or session that came from the login should live. */
    private static final Duration RETENTION = Duration.ofDays(7);

    private static final int ID_CHARACTERS_MAX = 255;

    private final LogoutStore store;
    private final ExternalIdentityStore identities;
    private final IssuerSessions sessions;
    private final Revocations revocations;
    private final SideTrail trail;
    private final IssuerSettings settings;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final IdSource ids;

    BackChannelLogout(
            LogoutStore store,
            ExternalIdentityStore identities,
            IssuerSessions sessions,
            Revocations revocations,
            SideTrail trail,
            IssuerSettings settings,
            TransactionTemplate transaction,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.identities = identities;
        this.sessions = sessions;
        this.revocations = revocations;
        this.trail = trail;
        this.settings = settings;
        this.transaction = transaction;
        this.clock = clock;
        this.ids = ids;
    }

    /** The ended login and its subject; without a session id, all logins of the subject ended. */
    private record Ended(@Nullable String sid, @Nullable String subject) {}

    /** Obeys a logout token that was checked. Returns why not, or nothing when it was obeyed. */
    Optional<String> obey(JWTClaimsSet claims, String address) {
        String jti = claims.getJWTID();
        Ended ended = new Ended(id(claims, "sid"), id(claims, settings.claims().subject()));
        if (jti == null || jti.length() > ID_CHARACTERS_MAX) {
            return Optional.of("it has no usable jti");
        }
        if (ended.sid() == null && ended.subject() == null) {
            return Optional.of("it names neither a session (sid) nor a person ("
                    + settings.claims().subject() + ")");
        }
        // Known to everybody before sessions are looked for: one that begins meanwhile asks after it was written.
        remember(ended, claims.getIssueTime().toInstant());
        Instant expiresAt = claims.getExpirationTime().toInstant().plus(settings.clockSkew());
        boolean first = call(address)
                .run(() -> transaction.execute(status -> {
                    if (!store.spend(Digests.sha256(jti), expiresAt)) {
                        return false;
                    }
                    end(ended);
                    return true;
                }));
        return first ? Optional.empty() : Optional.of("it was used before");
    }

    /** Writing it twice changes nothing, so a token that is shown again does no harm here. */
    private void remember(Ended ended, Instant issuedAt) {
        Instant now = clock.instant();
        if (ended.sid() != null) {
            store.addEndedLogin(ended.sid(), now);
        } else if (ended.subject() != null) {
            store.addEndedSubject(ended.subject(), issuedAt, now);
        }
    }

    private void end(Ended ended) {
        PrincipalId person = ended.subject() == null
                ? null
                : identities
                        .find(new Origin(settings.issuer(), ended.subject()))
                        .map(Known::principal)
                        .orElse(null);
        if (ended.sid() == null) {
            if (person != null) {
                revocations.endSignIns(person);
                trail.acted(Call.current(), "session.end", person.toString());
            }
            return;
        }
        Set<PrincipalId> signedOut = sessions.end(ended.sid(), person);
        signedOut.forEach(revocations::endStreams);
        signedOut.forEach(one -> trail.acted(Call.current(), "session.end", one.toString()));
        if (person != null && !signedOut.contains(person)) {
            revocations.endStreams(person);
        }
    }

    /** Whether the login a token came from was ended since. */
    boolean isEnded(JWTClaimsSet claims, String subject) {
        return store.isEnded(id(claims, "sid"), subject, claims.getIssueTime().toInstant());
    }

    private static @Nullable String id(JWTClaimsSet claims, String name) {
        return claims.getClaim(name) instanceof String text && !text.isBlank() && text.length() <= ID_CHARACTERS_MAX
                ? text
                : null;
    }

    private Call call(String address) {
        CorrelationId correlation = Optional.ofNullable(MDC.get("correlation_id"))
                .flatMap(CorrelationId::find)
                .orElseGet(() -> CorrelationId.create(ids));
        Call call = Call.system("backChannelLogout", correlation);
        return new Call(call.operation(), call.caller(), correlation, null, null, address);
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(10), "federation.delete-old-logouts", this::forgetOld)
                .firstAfter(Duration.ofMinutes(1));
    }

    void forgetOld() {
        Instant now = clock.instant();
        store.forget(now, now.minus(RETENTION));
    }
}
