package io.gpuaas.controlplane.demo;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls this process's own API as a person does, so that the demo's past passes the pipeline like any request. */
@Component
class DemoApi {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final GpuaasProperties properties;
    private final Environment environment;
    private final JsonMapper json;

    DemoApi(GpuaasProperties properties, Environment environment, JsonMapper json) {
        this.properties = properties;
        this.environment = environment;
        this.json = json;
    }

    Person as(String token) {
        return new Person(HttpClient.newHttpClient(), token);
    }

    private URI address(String path) throws IOException {
        InetAddress listens = InetAddress.getByName(properties.server().address());
        InetAddress dialled = listens.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : listens;
        String host = dialled.getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + environment.getRequiredProperty("local.server.port") + "/api/v1" + path);
    }

    /** One person's connection. */
    final class Person implements AutoCloseable {

        private final HttpClient http;
        private final String token;

        private Person(HttpClient http, String token) {
            this.http = http;
            this.token = token;
        }

        JsonNode get(String path) throws IOException, InterruptedException {
            return send("GET", path, null);
        }

        JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
            return send("POST", path, body);
        }

        JsonNode put(String path, Map<String, ?> body) throws IOException, InterruptedException {
            return send("PUT", path, body);
        }

        private JsonNode send(String method, String path, @Nullable Map<String, ?> body)
                throws IOException, InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(address(path))
                    .timeout(TIMEOUT)
                    .header("Authorization", "Bearer " + token)
                    .header("Accept", "application/json")
                    .method(
                            method,
                            body == null
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
            if (body != null) {
                request.header("Content-Type", "application/json");
            }
            if (method.equals("POST")) {
                request.header("Idempotency-Key", UUID.randomUUID().toString());
            }
            HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
            JsonNode answer = response.body().length == 0 ? json.nullNode() : json.readTree(response.body());
            if (response.statusCode() >= 300) {
                throw new IOException(method + " " + path + " was answered with " + response.statusCode() + ": "
                        + answer.path("detail").asString(answer.path("title").asString("")));
            }
            return answer;
        }

        @Override
        public void close() {
            http.close();
        }
    }
}
