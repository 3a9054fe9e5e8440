package io.gpuaas.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.bouncycastle.asn1.x509.GeneralName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The node listener as docs/adr/0010-node-protocol.md describes it, in memory, with knobs for what goes wrong. */
final class FakeControlPlane implements AutoCloseable {

    static final String TOKEN_SECRET = "abcdefghijklmnopqrstuvwxyz012345";

    final FakeAuthority authority = new FakeAuthority();
    final NodeId node = new NodeId(UUID.randomUUID());
    final KeyPair taskKeys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    final List<JsonNode> heartbeats = new CopyOnWriteArrayList<>();
    final List<JsonNode> polls = new CopyOnWriteArrayList<>();
    final List<JsonNode> inventories = new CopyOnWriteArrayList<>();
    final List<JsonNode> topologies = new CopyOnWriteArrayList<>();
    final List<JsonNode> checks = new CopyOnWriteArrayList<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    final Map<TaskId, Map<Integer, JsonNode>> events = new ConcurrentHashMap<>();
    final Map<UUID, String> endedTerminals = new ConcurrentHashMap<>();
    final AtomicInteger terminalReportsLost = new AtomicInteger();
    final Map<String, byte[]> artifacts = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<JsonNode> outgoing = new LinkedBlockingQueue<>();
    private final List<String> cancels = new CopyOnWriteArrayList<>();
    private final SSLContext context = authority.serverContext();
    private HttpsServer server;
    private final int port;
    private volatile String enrolledKey = "";
    volatile Duration certificateLife = Duration.ofHours(24);
    volatile int heartbeatSeconds = 1;
    volatile boolean loseNextCredentials;
    volatile boolean refuseEvents;
    volatile boolean refuseHeartbeats;
    volatile boolean wantTopology;
    volatile boolean wantInventory;
    volatile boolean credentialsStale;
    volatile String quarantined = "";
    volatile Duration clockOffset = Duration.ZERO;
    volatile BigSerials serials = new BigSerials();
    private final AtomicLong pollTurns = new AtomicLong();
    private long sequence;

    /** The certificates the server takes: the current one, and after a renewal the next one too. */
    static final class BigSerials {
        String current = "";
        String next = "";
    }

    FakeControlPlane() throws Exception {
        server = listen(0);
        port = server.getAddress().getPort();
    }

    private HttpsServer listen(int wanted) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), 128);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = context.getDefaultSSLParameters();
                ssl.setWantClientAuth(true);
                ssl.setProtocols(new String[] {"TLSv1.3"});
                parameters.setSSLParameters(ssl);
            }
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
        return server;
    }

    URI address() {
        return URI.create("https://127.0.0.1:" + port);
    }

    String joinToken() throws Exception {
        return "gpj1.t1." + TOKEN_SECRET + "." + authority.digest();
    }

    void goAway() {
        server.stop(0);
    }

    void comeBack() throws IOException {
        server = listen(port);
    }

    // ---- tasks -----------------------------------------------------------------------------------------------------

    /** Signs and sends; the change is made after signing. */
    TaskId send(String type, String payload, UnaryOperator<ObjectNode> change) {
        return send(
                new NodeTask(
                        node,
                        new TaskId(UUID.randomUUID()),
                        type,
                        1,
                        nextSequence(),
                        now(),
                        now().plusSeconds(300),
                        new NodeTask.Payload(payload.getBytes(StandardCharsets.UTF_8))),
                change);
    }

    TaskId send(String type, String payload) {
        return send(type, payload, UnaryOperator.identity());
    }

    TaskId send(NodeTask task, UnaryOperator<ObjectNode> change) {
        outgoing.add(change.apply(envelope(task)));
        return task.task();
    }

    ObjectNode envelope(NodeTask task) {
        ObjectNode json = Json.LENIENT.createObjectNode();
        json.put("task_id", task.task().toString());
        json.put("node_id", task.node().toString());
        json.put("type", task.type());
        json.put("attempt", task.attempt());
        json.put("sequence", task.sequence());
        json.put("issued_at", task.issuedAt().toString());
        json.put("expires_at", task.expiresAt().toString());
        json.put("payload", Base64.getEncoder().encodeToString(task.payload().bytes()));
        json.put("key_id", "k1");
        json.put("signature", Base64.getEncoder().encodeToString(task.sign(taskKeys.getPrivate())));
        return json;
    }

    synchronized long nextSequence() {
        return ++sequence;
    }

    synchronized void continueSequenceAt(long value) {
        sequence = value;
    }

    void cancel(TaskId task) {
        cancels.add(task.toString());
        outgoing.add(Json.LENIENT.nullNode());
    }

    /** Ends a poll that waits, so that a changed knob is seen at once. */
    void nudge() {
        outgoing.add(Json.LENIENT.nullNode());
    }

    Optional<JsonNode> findResult(TaskId task) {
        return events.getOrDefault(task, Map.of()).values().stream()
                .filter(event -> event.path("kind").asString("").equals("result"))
                .findFirst();
    }

    List<JsonNode> eventsOf(TaskId task, String kind) {
        return events.getOrDefault(task, Map.of()).values().stream()
                .filter(event -> event.path("kind").asString("").equals(kind))
                .toList();
    }

    Instant now() {
        return Instant.now().plus(clockOffset).truncatedTo(ChronoUnit.MILLIS);
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            Answer answer;
            try {
                calls.add(path);
                answer = answer(path, body, (HttpsExchange) exchange);
            } catch (Exception e) {
                answer = problem(500, "internal_error", e.toString());
            }
            exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
            exchange.getResponseBody().write(answer.body);
        }
    }

    private static final class Answer {

        private final int status;
        private final byte[] body;

        Answer(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }
    }

    private static Answer json(Object value) {
        return new Answer(200, Json.LENIENT.writeValueAsBytes(value));
    }

    private static Answer problem(int status, String code, String detail) {
        return new Answer(status, Json.LENIENT.writeValueAsBytes(Map.of("code", code, "detail", detail)));
    }

    private Answer answer(String path, byte[] body, HttpsExchange exchange) throws Exception {
        if (path.equals("/node/v1/enroll")) {
            return enroll(Json.STRICT.readTree(body));
        }
        if (path.equals("/node/v1/recover")) {
            return recover(Json.STRICT.readTree(body));
        }
        Optional<Answer> refusal = refusal(exchange);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (path.startsWith("/node/v1/artifacts/")) {
            byte[] artifact = artifacts.get(path.substring("/node/v1/artifacts/".length()));
            return artifact == null ? problem(404, "not_found", path) : new Answer(200, artifact);
        }
        if (path.equals("/node/v1/poll")) {
            return poll(query(exchange.getRequestURI()));
        }
        JsonNode json = Json.STRICT.readTree(body);
        if (path.equals("/node/v1/checks")) {
            checks.add(Json.LENIENT.readTree(body));
            return json(Map.of("checks", 1));
        }
        if (path.startsWith("/node/v1/terminals/")) {
            if (terminalReportsLost.getAndDecrement() > 0) {
                return problem(503, "unavailable", "");
            }
            UUID terminal = UUID.fromString(path.split("/", -1)[4]);
            endedTerminals.merge(terminal, json.path("reason").asString(), (first, again) -> first + " " + again);
            return json(Map.of("terminal_id", terminal));
        }
        return switch (path) {
            case "/node/v1/renew" -> renew(json);
            case "/node/v1/heartbeat" -> heartbeat(json);
            case "/node/v1/topology" -> {
                topologies.add(json);
                wantTopology = false;
                yield json(Map.of("version", topologies.size()));
            }
            case "/node/v1/inventory" -> {
                inventories.add(json);
                wantInventory = false;
                yield json(Map.of());
            }
            default -> takeEvents(path, json);
        };
    }

    private Optional<Answer> refusal(HttpsExchange exchange) throws Exception {
        try {
            X509Certificate peer = (X509Certificate) exchange.getSSLSession().getPeerCertificates()[0];
            String serial = peer.getSerialNumber().toString();
            if (peer.getNotAfter().toInstant().isBefore(now())) {
                return Optional.of(problem(401, "node_certificate_expired", ""));
            }
            if (serial.equals(serials.next)) {
                serials.current = serial;
                serials.next = "";
            }
            return serial.equals(serials.current)
                    ? Optional.empty()
                    : Optional.of(problem(401, "node_certificate_refused", serial));
        } catch (SSLPeerUnverifiedException e) {
            return Optional.of(problem(401, "node_certificate_required", ""));
        }
    }

    /** A join token for the erased host, valid for any key. */
    String rejoinToken() throws Exception {
        return "gpj1.t2." + TOKEN_SECRET + "." + authority.digest();
    }

    private Answer enroll(JsonNode json) throws Exception {
        if (json.path("join_token").asString("").equals(rejoinToken())) {
            X509Certificate leaf = issue(FakeAuthority.keyOf(json.path("csr").asString()));
            serials.current = leaf.getSerialNumber().toString();
            serials.next = "";
            return credentials(leaf);
        }
        if (!json.path("join_token").asString("").equals(joinToken())) {
            return problem(401, "join_token_invalid", "");
        }
        PublicKey key = FakeAuthority.keyOf(json.path("csr").asString());
        String encoded = Base64.getEncoder().encodeToString(key.getEncoded());
        if (!enrolledKey.isEmpty() && !enrolledKey.equals(encoded)) {
            return problem(409, "join_token_used", "");
        }
        enrolledKey = encoded;
        X509Certificate leaf = issue(key);
        serials.current = leaf.getSerialNumber().toString();
        return credentials(leaf);
    }

    private Answer renew(JsonNode json) throws Exception {
        X509Certificate leaf = issue(FakeAuthority.keyOf(json.path("csr").asString()));
        serials.next = leaf.getSerialNumber().toString();
        credentialsStale = false;
        return credentials(leaf);
    }

    private Answer recover(JsonNode json) throws Exception {
        PublicKey key = FakeAuthority.keyOf(json.path("csr").asString());
        X509Certificate last =
                Pem.readCertificates(json.path("certificate").asString()).getFirst();
        last.verify(authority.certificate.getPublicKey());
        String serial = last.getSerialNumber().toString();
        if (!serial.equals(serials.current) && !serial.equals(serials.next)) {
            return problem(401, "node_certificate_refused", serial);
        }
        if (!last.getPublicKey().equals(key)) {
            return problem(401, "node_certificate_refused", "another key");
        }
        X509Certificate leaf = issue(key);
        serials.current = leaf.getSerialNumber().toString();
        return credentials(leaf);
    }

    private X509Certificate issue(PublicKey key) throws Exception {
        return authority.issue(
                key,
                new GeneralName(GeneralName.uniformResourceIdentifier, "spiffe://gpuaas/node/" + node),
                Instant.now().minusSeconds(600),
                Instant.now().plus(certificateLife));
    }

    private Answer credentials(X509Certificate leaf) throws Exception {
        if (loseNextCredentials) {
            loseNextCredentials = false;
            return problem(503, "unavailable", "the answer was lost");
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("node_id", node);
        json.put(
                "certificate",
                Pem.write("CERTIFICATE", leaf.getEncoded())
                        + Pem.write("CERTIFICATE", authority.certificate.getEncoded()));
        json.put("ca", Pem.write("CERTIFICATE", authority.certificate.getEncoded()));
        json.put(
                "task_keys",
                List.of(Map.of(
                        "key_id",
                        "k1",
                        "public_key",
                        Base64.getEncoder().encodeToString(taskKeys.getPublic().getEncoded()))));
        json.put("not_after", leaf.getNotAfter().toInstant());
        json.put("heartbeat_seconds", heartbeatSeconds);
        json.put("server_time", now());
        json.put("said_by_a_newer_server", true);
        return json(json);
    }

    private static JsonNode query(URI uri) {
        ObjectNode fields = Json.STRICT.createObjectNode();
        for (String pair : uri.getQuery().split("&", -1)) {
            String[] parts = pair.split("=", 2);
            if (parts[0].equals("boot_id")) {
                fields.put(parts[0], parts[1]);
            } else {
                fields.put(parts[0], Long.parseLong(parts[1]));
            }
        }
        return fields;
    }

    private Answer poll(JsonNode json) throws Exception {
        polls.add(json);
        if (!quarantined.isEmpty()) {
            return problem(403, quarantined, "");
        }
        List<JsonNode> tasks = new ArrayList<>();
        long turn = pollTurns.incrementAndGet();
        long end = System.nanoTime()
                + TimeUnit.SECONDS.toNanos(json.path("wait_seconds").asLong());
        // A newer poll sends an older one away, whose agent may be dead.
        do {
            JsonNode first = outgoing.poll(20, TimeUnit.MILLISECONDS);
            if (first != null && turn != pollTurns.get()) {
                outgoing.add(first);
            } else if (first != null) {
                tasks.add(first);
                outgoing.drainTo(tasks);
            }
        } while (tasks.isEmpty() && turn == pollTurns.get() && System.nanoTime() < end);
        tasks.removeIf(JsonNode::isNull);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("server_time", now());
        answer.put("tasks", tasks);
        answer.put("cancel", List.copyOf(cancels));
        answer.put("want_topology", wantTopology);
        answer.put("want_inventory", wantInventory);
        answer.put("credentials_stale", credentialsStale);
        return json(answer);
    }

    private Answer heartbeat(JsonNode json) {
        if (refuseHeartbeats) {
            return problem(503, "unavailable", "");
        }
        heartbeats.add(json);
        return json(Map.of("server_time", now(), "want_topology", false));
    }

    private Answer takeEvents(String path, JsonNode json) {
        if (refuseEvents) {
            return problem(503, "unavailable", "");
        }
        TaskId task = TaskId.parse(path.split("/", -1)[4]);
        Map<Integer, JsonNode> known = events.computeIfAbsent(task, _ -> new ConcurrentHashMap<>());
        synchronized (known) {
            for (JsonNode event : json.path("events")) {
                known.putIfAbsent(event.path("index").asInt(), event);
            }
            int confirmed =
                    known.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
            return json(Map.of("confirmed_index", confirmed, "cancel", cancels.contains(task.toString())));
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
