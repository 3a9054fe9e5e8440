package io.gpuaas.controlplane.federation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.issuer.TestUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An OpenID Connect issuer that follows the rules, unless a test changes that. */
final class FakeIssuer implements AutoCloseable {

    static final String CLIENT = "gpuaas-console";
    static final String SECRET = "a secret: with +& characters";

    private static final List<RSAKey> KEYS = makeKeys();
    private static final AtomicInteger ASKED = new AtomicInteger();

    final AtomicInteger keyRequests = new AtomicInteger();
    final List<JWK> published = new CopyOnWriteArrayList<>();
    volatile RSAKey key = newKey();
    volatile String issuerInDocument;
    /** The next person to sign in, and how the ID token differs from a valid one. */
    volatile UnaryOperator<JWTClaimsSet.Builder> idToken = claims -> claims.subject("alice");

    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final int port;
    private volatile HttpServer server;

    FakeIssuer() {
        this.server = start(0);
        this.port = server.getAddress().getPort();
        this.issuerInDocument = url();
        published.add(key.toPublicJWK());
    }

    Map<String, String> settings() {
        return Map.of(
                "gpuaas.identity.issuer", "external",
                "gpuaas.identity.external.issuer-url", url(),
                "gpuaas.identity.external.client-secret", SECRET,
                "gpuaas.identity.external.claims.groups", "realm_access.roles",
                "gpuaas.identity.external.platform-roles", "gpu-admins=platform_admin,gpu-auditors=auditor");
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    void goDown() {
        server.stop(0);
    }

    void comeBack() {
        server = start(port);
    }

    /** Another one than the last few, under a name that none had: making them takes seconds. */
    static RSAKey newKey() {
        RSAKey next = KEYS.get(ASKED.getAndIncrement() % KEYS.size());
        return new RSAKey.Builder(next).keyID(UUID.randomUUID().toString()).build();
    }

    private static List<RSAKey> makeKeys() {
        try {
            List<RSAKey> made = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                made.add(new RSAKeyGenerator(2048).generate());
            }
            return made;
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As issuers do: the old key stays published for a while. */
    void rotate() {
        key = newKey();
        published.addFirst(key.toPublicJWK());
    }

    JWTClaimsSet.Builder access(String subject) {
        return claims(subject).audience(List.of("account", "gpuaas"));
    }

    private JWTClaimsSet.Builder claims(String subject) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(url())
                .subject(subject)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofMinutes(5))));
    }

    String sign(JWTClaimsSet.Builder claims) {
        try {
            return sign(JWSAlgorithm.RS256, key.getKeyID(), new RSASSASigner(key), claims.build());
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static String sign(JWSAlgorithm algorithm, String kid, JWSSigner signer, JWTClaimsSet claims) {
        try {
            SignedJWT jwt =
                    new SignedJWT(new JWSHeader.Builder(algorithm).keyID(kid).build(), claims);
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpServer start(int at) {
        try {
            HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
            made.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            made.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, document()));
            made.createContext("/keys", exchange -> {
                keyRequests.incrementAndGet();
                answer(exchange, 200, new JWKSet(new ArrayList<>(published)).toString(true));
            });
            made.createContext("/authorize", this::authorize);
            made.createContext("/token", this::token);
            made.start();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String document() {
        return """
                {"issuer": "%s", "authorization_endpoint": "%s/authorize", "token_endpoint": "%s/token",
                 "jwks_uri": "%s/keys", "end_session_endpoint": "%s/end"}
                """.formatted(issuerInDocument, url(), url(), url(), url());
    }

    /** Signs in without asking. */
    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> request =
                Browser.parameters(exchange.getRequestURI().getRawQuery());
        String code = UUID.randomUUID().toString();
        codes.put(code, request);
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        request.getOrDefault("redirect_uri", "") + "?"
                                + Browser.query(
                                        "code", code, "state", request.getOrDefault("state", ""), "iss", url()));
        answer(exchange, 302, "");
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form =
                Browser.parameters(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        if (!isOurClient(exchange)) {
            answer(exchange, 401, "{\"error\":\"invalid_client\"}");
            return;
        }
        Map<String, String> request = codes.remove(form.getOrDefault("code", ""));
        if (request == null
                || !TestUser.challenge(form.getOrDefault("code_verifier", "")).equals(request.get("code_challenge"))
                || !form.getOrDefault("redirect_uri", "").equals(request.get("redirect_uri"))) {
            answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        JWTClaimsSet.Builder claims = claims("nobody").audience(CLIENT).claim("nonce", request.get("nonce"));
        answer(exchange, 200, "{\"token_type\":\"Bearer\",\"id_token\":\"" + sign(idToken.apply(claims)) + "\"}");
    }

    private static boolean isOurClient(HttpExchange exchange) {
        String pair = Browser.query("", CLIENT).substring(1) + ":"
                + Browser.query("", SECRET).substring(1);
        String expected = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        return expected.equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    @Override
    public void close() {
        goDown();
    }
}
