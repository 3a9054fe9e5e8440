package io.gpuaas.controlplane.registry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain HTTP client for tests of a registry, with the credentials for one repository. */
public final class RegistryClient {

    public static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    public static final String INDEX = "application/vnd.oci.image.index.v1+json";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String base;
    private final String repository;
    private final String authorization;

    public RegistryClient(String base, String repository, String authorization) {
        this.base = base;
        this.repository = repository;
        this.authorization = authorization;
    }

    public static final class Reply {

        private final int status;
        private final java.net.http.HttpHeaders headers;
        private final byte[] body;

        Reply(int status, java.net.http.HttpHeaders headers, byte[] body) {
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        public int status() {
            return status;
        }

        public byte[] body() {
            return body;
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        public List<String> headers(String name) {
            return headers.allValues(name);
        }

        public JsonNode json() {
            return JSON.readTree(body);
        }

        public String error() {
            return json().path("errors").path(0).path("code").asString("");
        }
    }

    public RegistryClient at(String other) {
        return new RegistryClient(base, other, authorization);
    }

    public RegistryClient with(String otherAuthorization) {
        return new RegistryClient(base, repository, otherAuthorization);
    }

    String repository() {
        return repository;
    }

    public Reply get(String path) {
        return send("GET", path, new byte[0]);
    }

    public Reply head(String path) {
        return send("HEAD", path, new byte[0]);
    }

    public Reply delete(String path) {
        return send("DELETE", path, new byte[0]);
    }

    public Reply send(String method, String path, byte[] body, String... headers) {
        URI address = URI.create(path.startsWith("http") ? path : base + (path.startsWith("/") ? path : inside(path)));
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(Duration.ofMinutes(2))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<byte[]> answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            return new Reply(answer.statusCode(), answer.headers(), answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String inside(String path) {
        return "/v2/" + repository + "/" + path;
    }

    public String push(byte[] blob) {
        String digest = digest(blob);
        Reply reply = send("POST", "blobs/uploads/?digest=" + digest, blob, "Content-Type", "application/octet-stream");
        if (reply.status() == 202) {
            // A registry need not support a push in a single request.
            String location = reply.header("Location");
            reply = send("PUT", location + (location.contains("?") ? "&" : "?") + "digest=" + digest, blob);
        }
        if (reply.status() != 201) {
            throw new AssertionError("blob refused: " + reply.status() + " " + reply.error());
        }
        return digest;
    }

    public Reply putManifest(String reference, String json) {
        return send("PUT", "manifests/" + reference, json.getBytes(StandardCharsets.UTF_8), "Content-Type", MANIFEST);
    }

    public static String digest(byte[] bytes) {
        return ContentDigest.of(ContentDigest.Algorithm.SHA256, bytes).toString();
    }

    public static String digest(String text) {
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** An image of these blobs, the first of which is its config. */
    public static String image(String extra, byte[]... blobs) {
        StringBuilder layers = new StringBuilder();
        for (int i = 1; i < blobs.length; i++) {
            layers.append(i == 1 ? "" : ",").append(descriptor("application/vnd.oci.image.layer.v1.tar", blobs[i]));
        }
        return "{\"schemaVersion\":2,\"mediaType\":\"" + MANIFEST + "\",\"config\":"
                + descriptor("application/vnd.oci.image.config.v1+json", blobs[0]) + ",\"layers\":[" + layers + "]"
                + extra + "}";
    }

    public static String descriptor(String type, byte[] bytes) {
        return "{\"mediaType\":\"" + type + "\",\"digest\":\"" + digest(bytes) + "\",\"size\":" + bytes.length + "}";
    }
}
