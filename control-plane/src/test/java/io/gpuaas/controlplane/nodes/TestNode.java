package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.certificates.CertificateAuthority;
import io.gpuaas.controlplane.certificates.CertificateRequest;
import io.gpuaas.controlplane.certificates.KeyPairs;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A host with a key of its own that speaks the node protocol, also when it should not. */
public final class TestNode {

    static final JsonMapper JSON = JsonMapper.builder().build();
    private static final char[] PASSWORD = "test".toCharArray();

    private final TestControlPlane plane;
    KeyPair keys = KeyPairs.p256();
    List<X509Certificate> certificate = List.of();

    @Nullable JsonNode credentials;

    long lastSequence;
    String bootId = "boot-1";
    public String agentVersion = "1";
    private HttpClient http;
    private int port;
    private @Nullable InetAddress from;

    TestNode(TestControlPlane plane) {
        this.plane = plane;
        this.port = plane.bean(NodeListener.class).port();
        this.http = client(null);
    }

    public List<X509Certificate> certificate() {
        return certificate;
    }

    public KeyPair keys() {
        return keys;
    }

    public record Reply(int status, String body, HttpResponse<String> response) {

        public JsonNode json() {
            return JSON.readTree(body);
        }

        public String code() {
            return json().path("code").asString("");
        }
    }

    /** A host that has joined. */
    public static TestNode enrolled(TestControlPlane plane) {
        TestNode node = new TestNode(plane);
        node.requireOk(node.enroll(joinToken(plane)));
        return node;
    }

    /** A host that has joined and reported its topology: it is ready. */
    public static TestNode ready(TestControlPlane plane, String... gpus) {
        TestNode node = enrolled(plane);
        node.requireOk(node.topology(gpus));
        node.requireOk(node.inventory());
        return node;
    }

    /** A host that joins as a node there is already. */
    public static TestNode joined(TestControlPlane plane, String token, String hostname) {
        TestNode node = new TestNode(plane);
        node.requireOk(node.enroll(token, hostname));
        return node;
    }

    /** Another machine that has this one's key, certificate and numbers, and its own connection. */
    public TestNode copy() {
        TestNode copy = new TestNode(plane);
        copy.keys = keys;
        copy.certificate = certificate;
        copy.credentials = credentials;
        copy.lastSequence = lastSequence;
        copy.connect();
        return copy;
    }

    /** A token for one node, as an operator makes it. */
    public static String tokenFor(TestControlPlane plane, NodeId node) {
        return plane.admin()
                .post("/api/v1/nodes/join-tokens", "{\"count\":1,\"node_id\":\"" + node + "\"}")
                .json()
                .at("/tokens/0/secret")
                .asString();
    }

    static String joinToken(TestControlPlane plane) {
        return joinToken(plane, Duration.ofHours(1));
    }

    static String joinToken(TestControlPlane plane, Duration lifetime) {
        return Call.system("test", new CorrelationId("test"))
                .run(() -> plane.bean(JoinTokens.class).create(1, lifetime, null))
                .getFirst()
                .text();
    }

    public NodeId id() {
        return NodeId.parse(Objects.requireNonNull(credentials).path("node_id").asString());
    }

    /** Of its certificates. */
    int incarnation() {
        return plane.bean(NodeStore.class).findIncarnation(id()).orElseThrow();
    }

    Reply enroll(String token) {
        return enroll(token, "host-" + UUID.randomUUID());
    }

    /** Under no certificate, as every host joins. */
    public Reply enroll(String token, String hostname) {
        withoutCertificate();
        Reply reply = post(
                "enroll",
                "{\"join_token\":\"%s\",\"csr\":%s,\"hostname\":\"%s\",\"agent_version\":\"1\",\"boot_id\":\"%s\"}"
                        .formatted(token, quoted(csr(keys)), hostname, bootId));
        return adopt(reply, keys);
    }

    /** With a certificate that is old enough for it. */
    Reply renew() {
        growOld();
        return renewAtOnce();
    }

    public Reply renewAtOnce() {
        KeyPair fresh = KeyPairs.p256();
        return adopt(post("renew", "{\"csr\":" + quoted(csr(fresh)) + "}"), fresh);
    }

    /** With the key of the certificate at hand, and no certificate on the connection. */
    public Reply recover() {
        withoutCertificate();
        return adopt(
                post(
                        "recover",
                        "{\"certificate\":%s,\"csr\":%s}".formatted(quoted(Pem.write(certificate)), quoted(csr(keys)))),
                keys);
    }

    /** More than half of the life of its certificates is over. */
    public void growOld() {
        plane.database()
                .execute("UPDATE nodes.certificate SET issued_at = issued_at - interval '30 hours' WHERE node_id = '"
                        + id() + "' AND state IN ('current', 'next')");
    }

    Reply adopt(Reply reply, KeyPair pair) {
        if (reply.status() == 200) {
            try {
                credentials = reply.json();
                keys = pair;
                certificate =
                        Pem.readCertificates(credentials.path("certificate").asString());
                connect();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
        return reply;
    }

    /** Opens a connection of its own under the certificate at hand. */
    public void connect() {
        http = client(certificate);
    }

    void withoutCertificate() {
        http = client(null);
    }

    /** From now on speaks to another process. */
    void moveTo(TestControlPlane other) {
        port = other.bean(NodeListener.class).port();
    }

    /** From now on dials another port, of a proxy for example, from an address of this machine. */
    void dial(int other, InetAddress address) {
        port = other;
        from = address;
        http = client(certificate.isEmpty() ? null : certificate);
    }

    public Reply poll(int waitSeconds) {
        Reply reply = send(
                "POST",
                "/node/v1/poll?boot_id=%s&last_sequence=%d&wait_seconds=%d"
                        .formatted(bootId, lastSequence, waitSeconds),
                null);
        if (reply.status() == 200) {
            for (JsonNode task : reply.json().path("tasks")) {
                lastSequence = Math.max(lastSequence, task.path("sequence").asLong());
            }
        }
        return reply;
    }

    /** Polls until a task is there. */
    public JsonNode nextTask() {
        Instant end = Instant.now().plusSeconds(20);
        while (Instant.now().isBefore(end)) {
            JsonNode tasks = requireOk(poll(5)).json().path("tasks");
            if (!tasks.isEmpty()) {
                return tasks.get(0);
            }
        }
        throw new IllegalStateException("no task came");
    }

    public Reply report(JsonNode task, String events) {
        return post(
                "tasks/" + task.path("task_id").asString() + "/events",
                "{\"attempt\":" + task.path("attempt").asInt() + ",\"events\":[" + events + "]}");
    }

    public static String started(int index) {
        return "{\"index\":" + index + ",\"at\":\"" + Instant.now() + "\",\"kind\":\"started\"}";
    }

    static String log(int index, String text) {
        return "{\"index\":" + index + ",\"at\":\"" + Instant.now() + "\",\"kind\":\"log\",\"text\":" + quoted(text)
                + "}";
    }

    static String phase(int index, String phase) {
        return "{\"index\":" + index + ",\"at\":\"" + Instant.now() + "\",\"kind\":\"phase\",\"phase\":\"" + phase
                + "\"}";
    }

    public static String result(int index, String outcome, String output) {
        return "{\"index\":" + index + ",\"at\":\"" + Instant.now() + "\",\"kind\":\"result\",\"outcome\":\"" + outcome
                + "\",\"output\":" + output + "}";
    }

    public Reply heartbeat() {
        return heartbeat(Instant.now(), "[]");
    }

    Reply heartbeat(Instant at, String gpus) {
        return heartbeat(at, gpus, "[]", "[]");
    }

    /** With faults of the host, as an agent words them. */
    Reply heartbeatWithFaults(String... faults) {
        return heartbeat(Instant.now(), "[]", "[]", JSON.writeValueAsString(faults));
    }

    /** With GPUs that a guest sees. */
    Reply heartbeatOfGuest(String gpus) {
        Instant now = Instant.now();
        String guest = "[{\"guest_id\":\"guest-1\",\"at\":\"" + now + "\",\"gpus\":" + gpus + "}]";
        return heartbeat(now, "[]", guest, "[]");
    }

    private Reply heartbeat(Instant at, String gpus, String guests, String faults) {
        return post("heartbeat", """
                {"boot_id":"%s","agent_version":"%s","at":"%s","last_sequence":%d,"running_tasks":[],
                 "load1":0.5,"memory_total_bytes":1000,"memory_used_bytes":10,"gpus":%s,"guests":%s,"faults":%s}""".formatted(bootId, agentVersion, at, lastSequence, gpus, guests, faults));
    }

    public Reply topology(String... gpuUuids) {
        return topologyOf("H100", gpuUuids);
    }

    public Reply topologyOf(String model, String... gpuUuids) {
        StringBuilder gpus = new StringBuilder();
        for (int i = 0; i < gpuUuids.length; i++) {
            gpus.append(i == 0 ? "" : ",")
                    .append("{\"uuid\":\"%s\",\"pci_address\":\"0000:%02x:00.0\",\"model\":\"%s\"}"
                            .formatted(gpuUuids[i], i + 1, model));
        }
        String facts = "{\"gpus\":[" + gpus + "]}";
        String digest = Digests.hexSha256(facts.getBytes(StandardCharsets.UTF_8));
        return post(
                "topology",
                "{\"boot_id\":\"%s\",\"facts\":%s,\"digest\":\"sha256:%s\"}".formatted(bootId, facts, digest));
    }

    public Reply inventory(String... slices) {
        StringBuilder running = new StringBuilder();
        for (String slice : slices) {
            running.append(running.isEmpty() ? "" : ",")
                    .append("{\"kind\":\"slice\",\"id\":\"")
                    .append(slice)
                    .append("\"}");
        }
        return post("inventory", "{\"boot_id\":\"" + bootId + "\",\"running\":[" + running + "]}");
    }

    Reply post(String call, String body) {
        return send("POST", "/node/v1/" + call, body);
    }

    /** Sends again when the control plane closed the connection meanwhile, as agents do. */
    public Reply send(String method, String path, @Nullable String body) {
        try {
            return exchange(method, path, body);
        } catch (java.io.UncheckedIOException closed) {
            return exchange(method, path, body);
        }
    }

    private Reply exchange(String method, String path, @Nullable String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + path))
                    .timeout(Duration.ofSeconds(70))
                    .header("Content-Type", "application/json")
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Reply requireOk(Reply reply) {
        if (reply.status() != 200) {
            throw new IllegalStateException(reply.status() + ": " + reply.body());
        }
        return reply;
    }

    /** Verifies as an agent does, with the keys that came with the certificate. */
    boolean signatureHolds(JsonNode envelope) {
        NodeTask task = new NodeTask(
                NodeId.parse(envelope.path("node_id").asString()),
                TaskId.parse(envelope.path("task_id").asString()),
                envelope.path("type").asString(),
                envelope.path("attempt").asInt(),
                envelope.path("sequence").asLong(),
                Instant.parse(envelope.path("issued_at").asString()),
                Instant.parse(envelope.path("expires_at").asString()),
                new NodeTask.Payload(
                        Base64.getDecoder().decode(envelope.path("payload").asString())));
        for (JsonNode key : Objects.requireNonNull(credentials).path("task_keys")) {
            if (key.path("key_id").asString().equals(envelope.path("key_id").asString())) {
                return task.isSignedBy(
                        publicKey(key.path("public_key").asString()),
                        Base64.getDecoder().decode(envelope.path("signature").asString()));
            }
        }
        return false;
    }

    private static PublicKey publicKey(String base64) {
        try {
            return KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String csr(KeyPair pair) {
        return CertificateRequest.of(pair).pem();
    }

    static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    HttpClient client(@Nullable List<X509Certificate> chain) {
        HttpClient.Builder builder = HttpClient.newBuilder();
        if (from != null) {
            builder.localAddress(from);
        }
        return builder.sslContext(tls(chain)).version(HttpClient.Version.HTTP_2).build();
    }

    /** A connection alone, under the certificate at hand. */
    SSLSocket socket() throws IOException {
        return (SSLSocket) tls(certificate).getSocketFactory().createSocket("localhost", port);
    }

    private SSLContext tls(@Nullable List<X509Certificate> chain) {
        try {
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, PASSWORD);
            trust.setCertificateEntry(
                    "ca", plane.bean(CertificateAuthority.class).root());
            TrustManagerFactory trusting = TrustManagerFactory.getInstance("PKIX");
            trusting.init(trust);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            KeyManager[] own = chain == null
                    ? null
                    : new KeyManager[] {new Insistent(keys.getPrivate(), chain.toArray(X509Certificate[]::new))};
            context.init(own, trusting.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Presents its certificate whatever authority the listener asks for. */
    static final class Insistent extends X509ExtendedKeyManager {

        private final PrivateKey key;
        private final X509Certificate[] chain;

        Insistent(PrivateKey key, X509Certificate[] chain) {
            this.key = key;
            this.chain = chain;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"node"};
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return "node";
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return "node";
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return chain;
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }
    }
}
