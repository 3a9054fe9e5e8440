package io.gpuaas.controlplane.gateways;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.MachineCertificates;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.tls.CertificateRequest;
import io.gpuaas.kernel.tls.Pem;
import io.gpuaas.kernel.tls.PinnedTrust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A gateway as the control plane sees it: a secret, a certificate, calls. */
public final class TestGateway {

    static final JsonMapper JSON = JsonMapper.builder().build();
    private static final char[] PASSWORD = "test".toCharArray();

    final String id;
    final String secret;
    private final int port;
    private final String rootPem;
    private HttpClient http;

    private TestGateway(TestControlPlane plane, String id, String secret) throws Exception {
        this.id = id;
        this.secret = secret;
        this.port = plane.bean(GatewayListener.class).port();
        this.rootPem = plane.bean(MachineCertificates.class).rootPem();
        this.http = client(null, List.of());
    }

    public record Reply(int status, String body) {

        public JsonNode json() {
            return JSON.readTree(body);
        }

        public String code() {
            return json().path("code").asString("");
        }
    }

    static TestGateway create(TestControlPlane plane) throws Exception {
        JsonNode made = plane.admin()
                .post(
                        "/api/v1/gateways",
                        "{\"name\":\"g-" + UUID.randomUUID().toString().substring(0, 8)
                                + "\",\"host_names\":[\"localhost\"]}")
                .json();
        return new TestGateway(
                plane, made.at("/gateway/id").asString(), made.path("secret").asString());
    }

    /** Has its certificate and was seen. */
    public static TestGateway connected(TestControlPlane plane) throws Exception {
        TestGateway gateway = create(plane);
        Reply joined = gateway.enroll(gateway.secret);
        if (joined.status() != 200) {
            throw new IllegalStateException(joined.body());
        }
        gateway.sync();
        return gateway;
    }

    /** The only one that is seen now, so that it gets all streams: those of other test classes have fallen silent. */
    public static TestGateway alone(TestControlPlane plane) throws Exception {
        TestGateway gateway = connected(plane);
        plane.database().execute("UPDATE gateways.gateway SET heard_at = 'epoch' WHERE id <> '" + gateway.id + "'");
        return gateway;
    }

    Reply enroll(String with) throws Exception {
        KeyPair keys = CertificateRequest.newKey();
        Reply reply = post(
                "enroll",
                "{\"secret\":\"" + with + "\",\"csr\":"
                        + JSON.writeValueAsString(CertificateRequest.pem(keys, "gateway")) + "}");
        if (reply.status() == 200) {
            http = client(
                    keys, Pem.readCertificates(reply.json().path("certificate").asString()));
        }
        return reply;
    }

    /** Another machine that has the secret of this one. */
    static TestGateway copyOf(TestControlPlane plane, TestGateway other) throws Exception {
        return new TestGateway(plane, other.id, other.secret);
    }

    /** Asks for the next certificate, which another one then has. */
    Reply renewInto(TestGateway next) throws Exception {
        KeyPair keys = CertificateRequest.newKey();
        Reply reply =
                post("renew", "{\"csr\":" + JSON.writeValueAsString(CertificateRequest.pem(keys, "gateway")) + "}");
        if (reply.status() == 200) {
            next.disguise(
                    keys, Pem.readCertificates(reply.json().path("certificate").asString()));
        }
        return reply;
    }

    /** More than half of the life of its certificates is over. */
    void growOld(TestControlPlane plane) {
        plane.database()
                .execute("UPDATE gateways.certificate SET issued_at = issued_at - interval '30 hours'"
                        + " WHERE gateway_id = '" + id + "'");
    }

    /** Uses a key and certificate of another holder. */
    void disguise(KeyPair keys, List<X509Certificate> chain) throws Exception {
        http = client(keys, chain);
    }

    public Reply sync(String... streams) {
        StringBuilder list = new StringBuilder();
        for (String stream : streams) {
            list.append(list.isEmpty() ? "\"" : ",\"").append(stream).append('"');
        }
        return post(
                "sync",
                "{\"public_url\":\"ws://localhost:1\",\"node_url\":\"wss://localhost:2\",\"streams\":[" + list + "]}");
    }

    /** How many the control plane makes when this gateway says what it carries. */
    public int statementsOfSync(TestControlPlane plane, String... streams) {
        Logger statements = (Logger) LoggerFactory.getLogger(JdbcTemplate.class);
        Level usual = statements.getLevel();
        String thread = Thread.currentThread().getName();
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        statements.setLevel(Level.DEBUG);
        statements.addAppender(logged);
        try {
            plane.bean(Streams.class)
                    .sync(
                            plane.bean(Gateways.class).require(GatewayId.parse(id)),
                            new GatewayMessages.Sync(
                                    "ws://localhost:1",
                                    "wss://localhost:2",
                                    Arrays.stream(streams).map(UUID::fromString).toList()));
        } finally {
            statements.detachAppender(logged);
            statements.setLevel(usual);
        }
        return (int) List.copyOf(logged.list).stream()
                .filter(event -> event.getThreadName().equals(thread)
                        && event.getFormattedMessage().startsWith("Executing prepared SQL statement"))
                .count();
    }

    public Reply consume(String token) {
        return post("streams/consume", "{\"token\":\"" + token + "\"}");
    }

    Reply attach(String stream, List<X509Certificate> chain) throws Exception {
        StringBuilder pem = new StringBuilder();
        for (X509Certificate certificate : chain) {
            pem.append(Pem.write("CERTIFICATE", certificate.getEncoded()));
        }
        return post("streams/" + stream + "/node", "{\"certificate\":" + JSON.writeValueAsString(pem.toString()) + "}");
    }

    Reply post(String call, String body) {
        try {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/gateway/v1/" + call))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpClient client(@Nullable KeyPair keys, List<X509Certificate> chain) throws Exception {
        KeyManager[] own = null;
        if (keys != null) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, PASSWORD);
            store.setKeyEntry("g", keys.getPrivate(), PASSWORD, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
            factory.init(store, PASSWORD);
            own = factory.getKeyManagers();
        }
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(own, new TrustManager[] {PinnedTrust.inAuthorities(Pem.readCertificates(rootPem))}, null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
