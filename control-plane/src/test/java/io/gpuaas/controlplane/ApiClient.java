package io.gpuaas.controlplane;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks plain HTTP to a control plane under test, so that bad requests can be sent too. */
public final class ApiClient {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int port;
    private final String token;

    ApiClient(int port, String token) {
        this.port = port;
        this.token = token;
    }

    public record Reply(int status, String body, HttpResponse<String> response) {

        public JsonNode json() {
            return JSON.readTree(body);
        }

        public String text(String field) {
            return json().path(field).asString("");
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    public Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    /** With a fresh Idempotency-Key. */
    public Reply post(String path, @Nullable String body) {
        return post(path, body, UUID.randomUUID().toString());
    }

    public Reply post(String path, @Nullable String body, String key) {
        return send("POST", path, body, "Idempotency-Key", key);
    }

    public Reply put(String path, String body) {
        return send("PUT", path, body);
    }

    public Reply delete(String path) {
        return send("DELETE", path, null);
    }

    /** Downloads binary content. */
    public HttpResponse<byte[]> download(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token)
                .build();
        return HTTP.send(request, BodyHandlers.ofByteArray());
    }

    public Reply send(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body(), response);
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Makes a tenant and gives its id. */
    public String createTenant() {
        String slug = "t-" + UUID.randomUUID().toString().substring(0, 18);
        return require(201, post("/api/v1/tenants", "{\"slug\":\"" + slug + "\",\"name\":\"Tenant\"}"))
                .text("id");
    }

    public String createProject(String tenant) {
        String slug = "p-" + UUID.randomUUID().toString().substring(0, 18);
        return require(
                        201,
                        post(
                                "/api/v1/tenants/" + tenant + "/projects",
                                "{\"slug\":\"" + slug + "\",\"name\":\"Project\"}"))
                .text("id");
    }

    private static Reply require(int status, Reply reply) {
        if (reply.status() != status) {
            throw new IllegalStateException("expected " + status + ", got " + reply.status() + ": " + reply.body());
        }
        return reply;
    }
}
