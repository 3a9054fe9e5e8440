package io.gpuaas.agent;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.task.Backoff;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.Credentials;
import io.gpuaas.agent.wire.Heartbeat;
import io.gpuaas.agent.wire.Identity;
import io.gpuaas.agent.wire.JoinToken;
import io.gpuaas.agent.wire.ServerClock;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.tls.CertificateRequest;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Keeps the certificate valid. At two thirds of its life a new one is asked for with a new key; the old one is dropped
 * only after the server has answered to the new. One that ran out is recovered with its own key.
 */
final class Renewal {

    private static final String EXPIRED = "node_certificate_expired";
    private static final String REFUSED = "node_certificate_refused";
    private static final String TOKEN_INVALID = "join_token_invalid";
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(30);

    /** With pauses in between, several minutes; after that the loop goes on trying. */
    private static final int REJOINS_MAX = 10;

    private final IdentityStore store;
    private final ControlPlane controlPlane;
    private final ServerClock clock;
    private final Supplier<Heartbeat> heartbeat;
    private final JsonLog log;
    private final Backoff backoff;
    private final Backoff.Limits backoffLimits;
    private final String hostname;
    private final Semaphore stale = new Semaphore(0);
    private final URI server;
    private volatile Identity identity;
    private volatile Instant due;
    private boolean isStale;

    Renewal(
            IdentityStore store,
            IdentityStore.Known known,
            ControlPlane controlPlane,
            ServerClock clock,
            Supplier<Heartbeat> heartbeat,
            JsonLog log,
            Backoff.Limits limits,
            String hostname) {
        this.store = store;
        this.controlPlane = controlPlane;
        this.clock = clock;
        this.heartbeat = heartbeat;
        this.log = log;
        this.backoff = new Backoff(limits);
        this.backoffLimits = limits;
        this.hostname = hostname;
        this.server = known.server();
        this.identity = known.identity();
        this.due = dueOf(identity, ThreadLocalRandom.current().nextDouble());
    }

    /** Two thirds of the certificate's life, up to a twelfth earlier so that a fleet spreads. */
    static Instant dueOf(Identity identity, double chance) {
        Duration life = Duration.between(identity.notBefore(), identity.notAfter());
        double share = 2.0 / 3 - chance / 12;
        return identity.notBefore().plusMillis((long) (life.toMillis() * share));
    }

    Identity identity() {
        return identity;
    }

    /** The server says that what we hold is out of date, for example the keys that sign tasks. */
    void hurry() {
        stale.release();
    }

    void loop() throws InterruptedException {
        while (true) {
            if (renewWhenDue()) {
                backoff.succeeded();
                isStale = stale.tryAcquire(LOOK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                stale.drainPermits();
            } else {
                backoff.await();
            }
        }
    }

    /**
     * The host was erased: it joins with this token and a new key, and nothing it had before counts. The token is kept
     * until that worked, since the server knows the old certificate no more.
     */
    void rejoin(String token, String bootId) throws TaskFailure, InterruptedException {
        Backoff pauses = new Backoff(backoffLimits);
        try {
            store.beginRejoin(token, bootId);
            for (int i = 0; i < REJOINS_MAX; i++) {
                try {
                    finishRejoin();
                    return;
                } catch (ServerException e) {
                    log.warn("could not rejoin after the host was erased", with("error", e.getMessage()));
                    if (isHopeless(e)) {
                        break;
                    }
                    pauses.await();
                }
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw TaskFailure.failed("rejoin_failed", "the erased host could not join", e);
        }
        throw TaskFailure.failed("rejoin_failed", "the erased host could not join");
    }

    private synchronized void finishRejoin() throws IOException, GeneralSecurityException, ServerException {
        Optional<IdentityStore.Rejoining> begun = store.findRejoin();
        if (begun.isEmpty()) {
            return;
        }
        KeyPair keys = begun.get().keys();
        try {
            Credentials credentials = ControlPlane.enroll(
                    server,
                    JoinToken.parse(begun.get().joinToken()),
                    new ControlPlane.EnrollRequest(
                            begun.get().joinToken(),
                            CertificateRequest.pem(keys, hostname),
                            hostname,
                            Version.current(),
                            begun.get().bootId()));
            Enrolment.requireOurKey(keys, credentials);
            store.replaceCurrent(server, keys, credentials);
            store.forgetNext();
            store.endRejoin();
            use(Identity.of(keys.getPrivate(), credentials));
            log.info("rejoined after the host was erased", with("valid_until", identity.notAfter()));
        } catch (ServerException e) {
            if (isHopeless(e)) {
                store.endRejoin();
            }
            throw e;
        }
    }

    /** A token that was refused stays refused. */
    private static boolean isHopeless(ServerException refusal) {
        return !refusal.isTemporary() || refusal.code().equals(TOKEN_INVALID);
    }

    /** False when it did not work and should be tried again. */
    synchronized boolean renewWhenDue() {
        try {
            finishRejoin();
            Instant now = clock.nowOrLocal();
            Optional<Identity> next = findNext();
            if (next.isPresent() && now.isBefore(next.get().notAfter())) {
                tryNext();
            } else if (next.isPresent() || isOver(now)) {
                recover();
            } else if (isStale || !now.isBefore(due)) {
                renew();
            }
            return true;
        } catch (ServerException e) {
            log.warn(
                    "could not renew the certificate",
                    with("valid_until", identity.notAfter()),
                    with("error", e.getMessage()));
            if (e.code().equals(EXPIRED) || (e.code().equals(REFUSED) && isOver(clock.nowOrLocal()))) {
                return recoverInstead();
            }
        } catch (IOException | GeneralSecurityException e) {
            log.warn("could not renew the certificate", with("error", e));
        }
        return false;
    }

    private Optional<Identity> findNext() throws IOException, GeneralSecurityException {
        return store.findNext().map(IdentityStore.Known::identity);
    }

    private boolean isOver(Instant now) {
        return !now.isBefore(identity.notAfter());
    }

    private void renew() throws IOException, GeneralSecurityException, ServerException {
        KeyPair keys = store.nextKey(server);
        Credentials credentials = controlPlane.renew(CertificateRequest.pem(keys, hostname));
        Enrolment.requireOurKey(keys, credentials);
        store.saveNext(server, keys, credentials);
        tryNext();
    }

    /** The first call with a new certificate makes the server drop the old one, so it must be on disk before. */
    private void tryNext() throws IOException, GeneralSecurityException, ServerException {
        Identity next = findNext().orElseThrow();
        try (ControlPlane trial = controlPlane.with(next)) {
            trial.heartbeat(heartbeat.get());
        }
        store.promoteNext();
        use(next);
        log.info("renewed the certificate", with("valid_until", next.notAfter()));
    }

    private boolean recoverInstead() {
        try {
            recover();
            return true;
        } catch (IOException | GeneralSecurityException | ServerException e) {
            log.warn("could not recover the certificate", with("error", e.getMessage()));
            return false;
        }
    }

    /** The next one first: the server may have seen it and dropped the current one before we could note that. */
    private void recover() throws IOException, GeneralSecurityException, ServerException {
        Optional<Identity> next = findNext();
        if (next.isPresent()) {
            try {
                store.saveNext(server, next.get().keys(), recovered(next.get()));
                tryNext();
                return;
            } catch (ServerException e) {
                if (!e.code().equals(REFUSED)) {
                    throw e;
                }
                log.warn("the control plane refused the next certificate; recovering with the current one");
            }
        }
        KeyPair keys = identity.keys();
        Credentials credentials = recovered(identity);
        store.replaceCurrent(server, keys, credentials);
        store.forgetNext();
        use(Identity.of(keys.getPrivate(), credentials));
        log.info("recovered the certificate", with("valid_until", identity.notAfter()));
    }

    private Credentials recovered(Identity expired) throws IOException, GeneralSecurityException, ServerException {
        Credentials credentials = controlPlane.recover(expired, CertificateRequest.pem(expired.keys(), hostname));
        Enrolment.requireOurKey(expired.keys(), credentials);
        return credentials;
    }

    private void use(Identity next) throws GeneralSecurityException {
        identity = next;
        due = dueOf(next, ThreadLocalRandom.current().nextDouble());
        controlPlane.use(next);
    }
}
