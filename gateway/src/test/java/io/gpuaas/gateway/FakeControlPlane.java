package io.gpuaas.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.gpuaas.kernel.tls.CertificateRequest;
import io.gpuaas.kernel.tls.Pem;
import io.gpuaas.kernel.tls.PinnedTrust;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An authority and the answers a gateway needs. */
final class FakeControlPlane implements AutoCloseable {

    static final String ORIGIN = "https://console.example.com";
    private static final char[] PASSWORD = "test".toCharArray();

    private final KeyPair rootKeys = CertificateRequest.newKey();
    private final X509Certificate root = issue("root", rootKeys.getPublic(), true);
    private final HttpsServer server;
    final Map<String, UUID> tokens = new ConcurrentHashMap<>();
    final Map<UUID, String> nodes = new ConcurrentHashMap<>();
    final Set<UUID> close = ConcurrentHashMap.newKeySet();
    final Set<UUID> unmet = ConcurrentHashMap.newKeySet();
    volatile Instant endsAt = Instant.now().plusSeconds(60);

    /** How long what is issued from now on is valid. */
    volatile Duration validity = Duration.ofHours(1);

    /** Whether it knows the certificate of a gateway, and its secret. */
    volatile boolean knowsCertificate = true;

    volatile boolean knowsSecret = true;

    /** Sends Retry-After with refusals. */
    volatile boolean wantsRetries;

    final AtomicInteger enrollments = new AtomicInteger();

    /** With which certificate the gateway came last. */
    volatile @Nullable X509Certificate lastSeen;

    FakeControlPlane() throws Exception {
        KeyPair keys = CertificateRequest.newKey();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        SSLContext context = context(keys, issue("listener", keys.getPublic(), false));
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = context.getDefaultSSLParameters();
                wanted.setWantClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/gateway/v1/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String secret() throws Exception {
        return "gpg1." + UUID.randomUUID() + "." + "s".repeat(43) + "."
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(root.getEncoded()));
    }

    /** A stream that may be joined: its token, and the name of the node. */
    UUID stream(String token, String node) {
        UUID id = UUID.randomUUID();
        tokens.put(token, id);
        nodes.put(id, node);
        return id;
    }

    /** The TLS context of a node with this name. */
    SSLContext node(String name) throws Exception {
        KeyPair keys = CertificateRequest.newKey();
        return context(keys, issue(name, keys.getPublic(), false));
    }

    private SSLContext context(KeyPair keys, X509Certificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        store.setKeyEntry("k", keys.getPrivate(), PASSWORD, new X509Certificate[] {certificate, root});
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(factory.getKeyManagers(), new TrustManager[] {PinnedTrust.inAuthorities(List.of(root))}, null);
        return context;
    }

    private X509Certificate issue(String name, PublicKey key, boolean isRoot) throws Exception {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                new X500Name("CN=root"),
                BigInteger.valueOf(System.nanoTime()),
                Date.from(Instant.now().minusSeconds(60)),
                Date.from(Instant.now().plus(isRoot ? Duration.ofHours(1) : validity)),
                new X500Name("CN=" + name),
                key);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isRoot));
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.iPAddress, "127.0.0.1"), new GeneralName(GeneralName.dNSName, "localhost")
        }));
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(rootKeys.getPrivate())));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String call = exchange.getRequestURI().getPath().substring("/gateway/v1/".length());
        JsonNode body = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
        String answer;
        try {
            if (!(call.equals("enroll") ? knowsSecret : knowsCertificate)) {
                send(exchange, 401, "{\"code\":\"gateway_refused\"}");
                return;
            }
            if (call.equals("enroll")) {
                enrollments.incrementAndGet();
                knowsCertificate = true;
            }
            if (!call.equals("enroll")) {
                lastSeen = (X509Certificate)
                        ((HttpsExchange) exchange).getSSLSession().getPeerCertificates()[0];
            }
            answer = switch (call) {
                case "enroll", "renew" -> credentials(body.path("csr").asString());
                case "sync" -> Json.MAPPER.writeValueAsString(Map.of("close", close, "unmet", unmet));
                case "streams/consume" ->
                    joined(tokens.remove(body.path("token").asString()));
                default ->
                    attach(
                            UUID.fromString(call.split("/", -1)[1]),
                            body.path("certificate").asString());
            };
        } catch (Exception e) {
            throw new IOException(e);
        }
        if (wantsRetries) {
            exchange.getResponseHeaders().set("Retry-After", "5");
        }
        send(exchange, answer.contains("\"code\"") ? 403 : 200, answer);
    }

    private static void send(HttpExchange exchange, int status, String answer) throws IOException {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String credentials(String csr) throws Exception {
        try (PEMParser parser = new PEMParser(new StringReader(csr))) {
            PublicKey key =
                    new JcaPKCS10CertificationRequest((PKCS10CertificationRequest) parser.readObject()).getPublicKey();
            X509Certificate certificate = issue("gateway", key, false);
            return Json.MAPPER.writeValueAsString(Map.of(
                    "gateway_id",
                    UUID.randomUUID(),
                    "certificate",
                    Pem.write("CERTIFICATE", certificate.getEncoded()),
                    "ca",
                    Pem.write("CERTIFICATE", root.getEncoded()),
                    "not_after",
                    certificate.getNotAfter().toInstant(),
                    "origins",
                    List.of(ORIGIN)));
        }
    }

    private String attach(UUID stream, String certificate) throws Exception {
        String name = Pem.readCertificates(certificate)
                .getFirst()
                .getSubjectX500Principal()
                .getName();
        return joined(("CN=" + nodes.get(stream)).equals(name) ? stream : null);
    }

    private String joined(@Nullable UUID stream) {
        return stream == null
                ? "{\"code\":\"stream_refused\"}"
                : Json.MAPPER.writeValueAsString(
                        Map.of("stream_id", stream, "node_id", UUID.randomUUID(), "role", "logs", "ends_at", endsAt));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
