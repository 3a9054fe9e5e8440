package io.gpuaas.fleet;

import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.TaskPayload;
import io.gpuaas.agent.task.TaskType;
import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.Credentials;
import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.Heartbeat;
import io.gpuaas.agent.wire.Identity;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.NodeKey;
import io.gpuaas.agent.wire.TaskEvent;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.tls.CertificateRequest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One node after it joined: polls, beats, and answers tasks. */
final class SimulatedNode {

    private static final Logger log = LoggerFactory.getLogger(SimulatedNode.class);
    private static final Duration POLL_WAIT = Duration.ofSeconds(50);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS_MAX = 10_000;

    /** All nodes of a fleet learn the same few. */
    private static final Map<PublicKey, AsymmetricKeyParameter> TASK_KEYS = new ConcurrentHashMap<>();

    private final Vertx vertx;
    private final URI server;
    private final TrustOptions trust;
    private final String hostname;
    private volatile NodeConnection connection;
    private volatile Identity identity;
    private final Hardware hardware;
    private final Behaviour behaviour;
    private final RandomGenerator random;
    private final Counts counts;
    private final TaskListener listener;
    private final String bootId;
    private long lastSequence;
    private long pauseMillis = 100;
    private volatile boolean closed;

    /** The collaborators that all nodes of a fleet share. */
    record Surroundings(Vertx vertx, URI server, Behaviour behaviour, Counts counts, TaskListener listener) {}

    SimulatedNode(
            Surroundings fleet,
            int number,
            String hostname,
            TrustOptions trust,
            PrivateKey key,
            Credentials credentials)
            throws GeneralSecurityException {
        this.vertx = fleet.vertx();
        this.server = fleet.server();
        this.trust = trust;
        this.hostname = hostname;
        this.identity = Identity.of(key, credentials);
        this.connection = NodeConnection.open(vertx, fleet.server(), trust, new NodeKey(identity));
        this.hardware = Hardware.of(hostname);
        this.behaviour = fleet.behaviour();
        this.random = behaviour.randomOf(number);
        this.counts = fleet.counts();
        this.listener = fleet.listener();
        this.bootId = "boot-" + hostname;
    }

    /** Tells what it consists of and what runs there; from then on it polls and beats by itself. */
    Future<Void> start() {
        return connection
                .post("/node/v1/topology", topology(), JsonNode.class, CALL_TIMEOUT)
                .compose(done -> connection.post(
                        "/node/v1/inventory",
                        Map.of("boot_id", bootId, "running", List.of()),
                        JsonNode.class,
                        CALL_TIMEOUT))
                .onSuccess(done -> {
                    poll();
                    long interval = identity.credentials().heartbeatSeconds() * 1_000L;
                    beatAfter(random.nextLong(interval) + 1);
                })
                .mapEmpty();
    }

    private Object topology() {
        return Map.of(
                "boot_id", bootId,
                "facts", hardware.facts().json(),
                "digest", hardware.facts().digest());
    }

    private void poll() {
        if (closed) {
            return;
        }
        counts.polls.increment();
        String path = "/node/v1/poll?boot_id=" + bootId + "&last_sequence=" + lastSequence + "&wait_seconds="
                + POLL_WAIT.toSeconds();
        connection
                .post(path, Buffer.buffer(), ControlPlane.PollAnswer.class, POLL_WAIT.plus(CALL_TIMEOUT))
                .onSuccess(answer -> {
                    pauseMillis = 100;
                    answer.tasks().forEach(this::take);
                    tell(answer);
                    poll();
                })
                .onFailure(this::pollLater);
    }

    private void pollLater(Throwable cause) {
        if (closed) {
            return;
        }
        counts.errors.increment();
        log.atDebug().addKeyValue("boot_id", bootId).setCause(cause).log("could not poll; retrying");
        pauseMillis = Math.min(pauseMillis * 2, PAUSE_MILLIS_MAX);
        vertx.setTimer(pauseMillis / 2 + random.nextLong(pauseMillis), timer -> poll());
    }

    private void tell(ControlPlane.PollAnswer answer) {
        if (answer.wantTopology()) {
            send("/node/v1/topology", topology());
        }
        if (answer.wantInventory()) {
            send("/node/v1/inventory", Map.of("boot_id", bootId, "running", List.of()));
        }
    }

    private void send(String path, Object body) {
        connection.post(path, body, JsonNode.class, CALL_TIMEOUT).onFailure(cause -> failed(path, cause));
    }

    private void failed(String what, Throwable cause) {
        if (!closed) {
            counts.errors.increment();
            log.atDebug()
                    .addKeyValue("boot_id", bootId)
                    .addKeyValue("path", what)
                    .setCause(cause)
                    .log("request failed");
        }
    }

    private void take(JsonNode text) {
        long now = System.nanoTime();
        Envelope task = Json.STRICT.treeToValue(text, Envelope.class);
        listener.received(task.taskId(), now);
        lastSequence = Math.max(lastSequence, task.sequence());
        counts.tasks.increment();
        if (!isSigned(task)) {
            counts.refusedTasks.increment();
            report(task, TaskResult.refused("signature_invalid", "the signature is not the control plane's"));
            return;
        }
        long millis = behaviour.taskTime().toMillis();
        if (millis == 0) {
            finish(task);
        } else {
            vertx.setTimer(millis / 2 + random.nextLong(millis) + 1, timer -> finish(task));
        }
    }

    /** By Bouncy Castle: the JDK's way takes ten times as long, and the fleet shares its cores with what it measures. */
    private boolean isSigned(Envelope task) {
        PublicKey key = identity.taskKey(task.keyId());
        if (key == null) {
            return false;
        }
        byte[] bytes = task.signed().signedBytes();
        Ed25519Signer verifier = new Ed25519Signer();
        verifier.init(false, TASK_KEYS.computeIfAbsent(key, SimulatedNode::verifying));
        verifier.update(bytes, 0, bytes.length);
        return verifier.verifySignature(task.signatureBytes());
    }

    private static AsymmetricKeyParameter verifying(PublicKey key) {
        try {
            return PublicKeyFactory.createKey(key.getEncoded());
        } catch (IOException e) {
            throw new UncheckedIOException("a task key cannot be read", e);
        }
    }

    private void finish(Envelope task) {
        TaskPayload payload = TaskType.find(task.type())
                .map(type -> type.read(task.payloadBytes()))
                .orElse(null);
        if (payload instanceof NodeTaskPayloads.ReimageHost host && host.joinToken() != null) {
            rejoin(host.joinToken())
                    .onSuccess(done -> answer(task))
                    .onFailure(cause -> failed("join after it was erased", cause));
        } else {
            answer(task);
        }
    }

    /** As an erased host: with a new key, under which alone its answer is believed. */
    private Future<Void> rejoin(String token) {
        try {
            KeyPair keys = CertificateRequest.newKey();
            ControlPlane.EnrollRequest request = new ControlPlane.EnrollRequest(
                    token, CertificateRequest.pem(keys, hostname), hostname, "simulated", bootId);
            return connection
                    .post("/node/v1/enroll", request, Credentials.class, CALL_TIMEOUT)
                    .compose(credentials -> {
                        try {
                            identity = Identity.of(keys.getPrivate(), credentials);
                            connection = NodeConnection.open(vertx, server, trust, new NodeKey(identity));
                            return Future.succeededFuture();
                        } catch (GeneralSecurityException e) {
                            return Future.failedFuture(e);
                        }
                    });
        } catch (GeneralSecurityException e) {
            return Future.failedFuture(e);
        }
    }

    private void answer(Envelope task) {
        boolean fails = random.nextDouble() < behaviour.failureShare();
        report(
                task,
                fails
                        ? TaskResult.failed("simulated", "this failure was asked for")
                        : TaskResult.succeeded(TaskOutputs.of(task)));
    }

    private void report(Envelope task, TaskResult result) {
        Instant at = now();
        send(
                "/node/v1/tasks/" + task.taskId() + "/events",
                Map.of(
                        "attempt", task.attempt(),
                        "events", List.of(TaskEvent.started(1, at), TaskEvent.result(2, at, result))));
    }

    private void beatAfter(long millis) {
        vertx.setTimer(millis, timer -> {
            if (closed) {
                return;
            }
            beat();
            long interval = identity.credentials().heartbeatSeconds() * 1_000L;
            beatAfter(interval * 9 / 10 + random.nextLong(interval / 5));
        });
    }

    private void beat() {
        Heartbeat heartbeat = new Heartbeat(
                bootId,
                "simulated",
                now(),
                lastSequence,
                List.of(),
                hardware.facts().digest(),
                random.nextInt(1_000) / 10.0,
                2L << 40,
                random.nextLong(2L << 40),
                hardware.sample(random),
                List.of(),
                List.of());
        Buffer body = Buffer.buffer(Json.LENIENT.writeValueAsBytes(heartbeat));
        connection
                .post("/node/v1/heartbeat", body, JsonNode.class, CALL_TIMEOUT)
                .onSuccess(done -> {
                    counts.heartbeats.increment();
                    counts.heartbeatBytes.add(body.length());
                })
                .onFailure(cause -> failed("heartbeat", cause));
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    Future<Void> close() {
        closed = true;
        return connection.close();
    }
}
