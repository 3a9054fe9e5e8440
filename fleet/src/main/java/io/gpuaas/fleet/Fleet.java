package io.gpuaas.fleet;

import io.gpuaas.agent.wire.CertificateRequest;
import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.Credentials;
import io.gpuaas.agent.wire.JoinToken;
import io.gpuaas.agent.wire.ServerException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Nodes that join one after the other, a few at a time, and then live until the fleet is closed. */
public final class Fleet implements AutoCloseable {

    /** Each join costs both sides two handshakes; more at once only makes them all slow. */
    private static final int JOINING_AT_ONCE = 16;

    private static final int TRIES_MAX = 30;
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final SimulatedNode.Surroundings surroundings;
    private final Queue<SimulatedNode> nodes = new ConcurrentLinkedQueue<>();
    private final Counts counts = new Counts();

    public Fleet(URI server, Behaviour behaviour, TaskListener listener) {
        this.vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setWorkerPoolSize(8));
        this.surroundings = new SimulatedNode.Surroundings(vertx, server, behaviour, counts, listener);
    }

    public Counts counts() {
        return counts;
    }

    public int size() {
        return nodes.size();
    }

    /** Returns once all have joined and told what they consist of. */
    public void join(List<String> tokens, Duration atMost)
            throws ServerException, GeneralSecurityException, InterruptedException, TimeoutException {
        Queue<Candidate> candidates = new ConcurrentLinkedQueue<>();
        for (String token : tokens) {
            candidates.add(new Candidate(nodes.size() + candidates.size(), JoinToken.parse(token)));
        }
        Candidate first = candidates.remove();
        Credentials credentials = ControlPlane.enroll(surroundings.server(), first.token(), first.request());
        TrustOptions trust = trust(credentials.ca());
        NodeConnection door = NodeConnection.open(vertx, surroundings.server(), trust, null);
        List<Future<Void>> lanes = new ArrayList<>();
        lanes.add(begin(first, trust, credentials));
        for (int lane = 0; lane < JOINING_AT_ONCE; lane++) {
            lanes.add(joinNext(door, trust, candidates));
        }
        await(Future.all(lanes), atMost);
        await(door.close(), CLOSE_TIMEOUT);
    }

    /** Made once: every node of a fleet trusts the same authority. */
    private TrustOptions trust(String authority) throws GeneralSecurityException {
        try {
            return TrustOptions.wrap(
                    new PemTrustOptions().addCertValue(Buffer.buffer(authority)).getTrustManagerFactory(vertx));
        } catch (Exception e) {
            throw new GeneralSecurityException("the authority's certificate cannot be used", e);
        }
    }

    private record Candidate(int number, JoinToken token, KeyPair keys) {

        Candidate(int number, JoinToken token) throws GeneralSecurityException {
            this(number, token, CertificateRequest.newKey());
        }

        String hostname() {
            return "sim-" + number;
        }

        ControlPlane.EnrollRequest request() throws GeneralSecurityException {
            return new ControlPlane.EnrollRequest(
                    token.reveal(),
                    CertificateRequest.pem(keys, hostname()),
                    hostname(),
                    "simulated",
                    "boot-" + hostname());
        }
    }

    private Future<Void> joinNext(NodeConnection door, TrustOptions trust, Queue<Candidate> candidates) {
        Candidate next = candidates.poll();
        if (next == null) {
            return Future.succeededFuture();
        }
        return enroll(door, next)
                .compose(credentials -> begin(next, trust, credentials))
                .compose(done -> joinNext(door, trust, candidates));
    }

    private Future<Credentials> enroll(NodeConnection door, Candidate next) {
        try {
            ControlPlane.EnrollRequest request = next.request();
            return patiently(TRIES_MAX, () -> door.post("/node/v1/enroll", request, Credentials.class, CALL_TIMEOUT));
        } catch (GeneralSecurityException e) {
            return Future.failedFuture(e);
        }
    }

    private Future<Void> begin(Candidate candidate, TrustOptions trust, Credentials credentials) {
        try {
            SimulatedNode node = new SimulatedNode(
                    surroundings,
                    candidate.number(),
                    candidate.hostname(),
                    trust,
                    candidate.keys().getPrivate(),
                    credentials);
            nodes.add(node);
            return patiently(TRIES_MAX, node::start).onSuccess(done -> counts.enrolled.increment());
        } catch (GeneralSecurityException e) {
            return Future.failedFuture(e);
        }
    }

    /** As agents do: a server that is busy, or lets only so many join in a minute, is asked again. */
    private <T> Future<T> patiently(int tries, Supplier<Future<T>> call) {
        return call.get().recover(cause -> {
            boolean isFinal = cause instanceof NodeConnection.RefusedException refused && !refused.isPassing();
            if (isFinal || tries == 1) {
                return Future.failedFuture(cause);
            }
            counts.errors.increment();
            return vertx.timer(PAUSE.toMillis(), TimeUnit.MILLISECONDS).compose(passed -> patiently(tries - 1, call));
        });
    }

    private static void await(Future<?> future, Duration atMost) throws InterruptedException, TimeoutException {
        try {
            future.toCompletionStage().toCompletableFuture().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a node could not join: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        nodes.forEach(SimulatedNode::close);
        try {
            await(vertx.close(), CLOSE_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            throw new IllegalStateException("the fleet did not close", e);
        }
    }
}
