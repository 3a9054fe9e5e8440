package io.gpuaas.controlplane.identity;

import io.gpuaas.api.RevokedAccess;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.AccessWatch;
import io.gpuaas.controlplane.platform.AfterTransaction;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.events.AccessRevoked;
import io.gpuaas.events.MemberSet;
import io.gpuaas.kernel.PrincipalId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Revokes access in every process: by an event at once, and by a query every two seconds in case the event is late.
 * Connections that outlive a request subscribe here.
 */
@Component
public class Revocations implements EventListener, BackgroundWork, AccessWatch {

    /** Clocks of processes differ, and transactions take time: look back this far for what is new. */
    private static final Duration OVERLAP = Duration.ofMinutes(10);

    /**
     * How long another process may accept an ended credential; streams opened in this time end too. Sessions and tokens
     * are kept in memory for 3 s, a look-up in the database that began before may take seconds more, and clocks differ.
     */
    private static final Duration LEARNING = Duration.ofSeconds(10);

    private final RevocationStore store;
    private final AccessTokens tokens;
    private final List<AccessHolder> holders;
    private final Outbox outbox;
    private final Clock clock;
    private final Map<PrincipalId, Instant> revokedBefore = new ConcurrentHashMap<>();
    private final Map<PrincipalId, Instant> streamsBefore = new ConcurrentHashMap<>();
    private final Map<PrincipalId, Set<Watch>> watches = new ConcurrentHashMap<>();
    private volatile Instant lookedUpTo = Instant.EPOCH;

    Revocations(RevocationStore store, AccessTokens tokens, List<AccessHolder> holders, Outbox outbox, Clock clock) {
        this.store = store;
        this.tokens = tokens;
        this.holders = holders;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** Whether a credential this principal was given then has been ended since. Memory only: cheap. */
    public boolean revoked(PrincipalId principal, Instant issuedAt) {
        Instant before = revokedBefore.get(principal);
        return before != null && issuedAt.isBefore(before);
    }

    /** Whether a stream opened then ends because a credential of its reader ended. Memory only: cheap. */
    public boolean endedStreams(PrincipalId principal, Instant openedAt) {
        Instant before = streamsBefore.get(principal);
        return before != null && openedAt.isBefore(before);
    }

    /**
     * Runs the work on a thread of its own each time access of the principal ends or shrinks, until closed. The
     * subscriber then decides whether the connection may stay.
     */
    @Override
    public AutoCloseable onRevoked(PrincipalId principal, Runnable work) {
        Watch watch = new Watch(work);
        watches.compute(principal, (id, others) -> {
            Set<Watch> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(watch);
            return all;
        });
        return () -> watches.computeIfPresent(principal, (id, all) -> {
            all.remove(watch);
            return all.isEmpty() ? null : all;
        });
    }

    /** By identity: the same work may be asked for twice. */
    private static final class Watch {
        private final Runnable work;

        Watch(Runnable work) {
            this.work = work;
        }
    }

    /** Everything the principal was given so far ends: tokens, keys, sessions. */
    public RevokedAccess revokeAll(PrincipalId principal, String reason) {
        Instant now = clock.instant();
        if (!store.exists(principal)) {
            throw ProblemException.notFound("principal");
        }
        store.revokeEverything(principal, now, reason);
        endSignIns(principal);
        return new RevokedAccess(principal, now);
    }

    /** Ends what a sign-in opened: logins, refresh tokens, browser sessions. Access tokens for programs stay. */
    public void endSignIns(PrincipalId principal) {
        holders.forEach(holder -> holder.endAll(principal));
        endStreams(principal);
    }

    /**
     * A credential of the principal ended in this transaction, and with it every stream, since a stream does not know
     * the credential it was opened with. Terminals and commands go on; a client with another credential opens a new
     * stream to them.
     */
    public void endStreams(PrincipalId principal) {
        store.endStreams(principal, clock.instant().plus(LEARNING));
        announce(principal);
    }

    /** Part of the principal's access ended in this transaction: every process forgets what it verified. */
    public void announce(PrincipalId principal) {
        outbox.append(new AccessRevoked(principal));
        AfterTransaction.unlessRolledBack(() -> ended(principal));
    }

    /** Roles grew: nothing ends, but verified tokens carry the old ones. */
    void forgetRolesOf(PrincipalId principal) {
        AfterTransaction.unlessRolledBack(() -> tokens.forget(principal));
    }

    private void ended(PrincipalId principal) {
        tokens.forget(principal);
        refresh();
        watches.getOrDefault(principal, Set.of()).forEach(watch -> Thread.startVirtualThread(watch.work));
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(2), "identity.revocations", this::refresh);
    }

    void refresh() {
        Instant now = clock.instant();
        Instant from = lookedUpTo.minus(OVERLAP);
        store.revokedSince(from).forEach(this::learn);
        // Two threads may refresh at once: the older answer never replaces the newer one.
        store.streamsEndedSince(from)
                .forEach((principal, before) -> streamsBefore.merge(principal, before, Revocations::later));
        lookedUpTo = now;
    }

    private void learn(PrincipalId principal, Instant before) {
        Instant known = revokedBefore.get(principal);
        if (!before.equals(known)) {
            revokedBefore.merge(principal, before, Revocations::later);
            tokens.forget(principal);
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    @Override
    public Set<String> types() {
        return Set.of(AccessRevoked.TYPE, MemberSet.TYPE);
    }

    @Override
    public void hear(EventConsumer.Received event) {
        switch (event.event()) {
            case AccessRevoked revoked -> ended(revoked.principalId());
            case MemberSet set -> tokens.forget(set.principalId());
            default -> {}
        }
    }
}
