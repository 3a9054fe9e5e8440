package io.gpuaas.controlplane.custody;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers like a Vault with a KV store, version 2, and an AppRole: check-and-set, 404 for what was never written or is
 * deleted, 403 for a token it does not know.
 */
class FakeVault implements AutoCloseable {

    static final String ROLE = "gpuaas-role";

    private final JsonMapper json = new JsonMapper();
    private final HttpServer server;
    private final Map<String, JsonNode> secrets = new ConcurrentHashMap<>();
    private final Set<String> tokens = ConcurrentHashMap.newKeySet();
    private volatile String secretId;
    private volatile boolean sealed;
    private volatile boolean losesAnswers;
    private final AtomicInteger signIns = new AtomicInteger();

    FakeVault(String secretId) throws IOException {
        this.secretId = secretId;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/", this::answer);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Refuses everything, as a sealed Vault does. */
    void seal(boolean sealed) {
        this.sealed = sealed;
    }

    /** Does what it is told and hangs up without an answer. */
    void loseAnswers(boolean lose) {
        this.losesAnswers = lose;
    }

    void revokeTokens() {
        tokens.clear();
    }

    void replaceSecretId(String other) {
        this.secretId = other;
    }

    int signIns() {
        return signIns.get();
    }

    Set<String> paths() {
        return new HashSet<>(secrets.keySet());
    }

    private void answer(HttpExchange call) throws IOException {
        byte[] body = call.getRequestBody().readAllBytes();
        String path = call.getRequestURI().getPath().substring("/v1/".length());
        if (sealed) {
            reply(call, 503, "{\"errors\":[\"Vault is sealed\"]}");
        } else if (path.equals("auth/approle/login")) {
            signIn(call, json.readTree(body));
        } else if (!tokens.contains(String.valueOf(call.getRequestHeaders().getFirst("X-Vault-Token")))) {
            reply(call, 403, "{\"errors\":[\"permission denied\"]}");
        } else if (path.startsWith("secret/data/")) {
            data(call, path.substring("secret/data/".length()), body);
        } else if (path.startsWith("secret/metadata/")
                && call.getRequestMethod().equals("DELETE")) {
            secrets.remove(path.substring("secret/metadata/".length()));
            reply(call, 204, null);
        } else {
            reply(call, 404, "{\"errors\":[]}");
        }
    }

    private void signIn(HttpExchange call, JsonNode body) throws IOException {
        if (!body.path("role_id").asString("").equals(ROLE)
                || !body.path("secret_id").asString("").equals(secretId)) {
            reply(call, 400, "{\"errors\":[\"invalid role or secret ID\"]}");
            return;
        }
        signIns.incrementAndGet();
        String token = "hvs." + UUID.randomUUID();
        tokens.add(token);
        reply(call, 200, "{\"auth\":{\"client_token\":\"" + token + "\",\"lease_duration\":3600,\"renewable\":true}}");
    }

    private void data(HttpExchange call, String name, byte[] body) throws IOException {
        if (call.getRequestMethod().equals("GET")) {
            JsonNode found = secrets.get(name);
            reply(
                    call,
                    found == null ? 404 : 200,
                    found == null
                            ? "{\"errors\":[]}"
                            : "{\"data\":{\"data\":" + found + ",\"metadata\":{\"version\":1}}}");
            return;
        }
        JsonNode request = json.readTree(body);
        if (request.path("options").path("cas").asInt(-1) != 0 || secrets.containsKey(name)) {
            reply(call, 400, "{\"errors\":[\"check-and-set parameter did not match the current version\"]}");
            return;
        }
        secrets.put(name, request.path("data"));
        reply(call, 200, "{\"data\":{\"version\":1}}");
    }

    private void reply(HttpExchange call, int status, @Nullable String body) throws IOException {
        if (losesAnswers) {
            call.close();
            return;
        }
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        call.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (var out = call.getResponseBody()) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
