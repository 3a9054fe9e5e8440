package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.artifacts.LocalContent.Blob;
import io.gpuaas.cli.artifacts.LocalContent.Manifest;
import io.gpuaas.sdk.PublishIntent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.Consumer;

/** Pushes content to the repository of a publish intent, blob by blob, and reports each step. */
final class RegistryPush {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration ANSWER_TIMEOUT = Duration.ofHours(6);

    private final URI registry;
    private final String repository;
    private final String secret;
    private final Consumer<String> progress;

    RegistryPush(PublishIntent intent, Consumer<String> progress) {
        this.registry = URI.create(intent.registryUrl());
        this.repository = intent.repository();
        this.secret = String.valueOf(intent.secret());
        this.progress = progress;
    }

    void push(LocalContent content) throws IOException, InterruptedException {
        try (HttpClient http =
                HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build()) {
            int number = 0;
            for (Blob blob : content.blobs()) {
                number++;
                String label =
                        "blob " + number + " of " + content.blobs().size() + ", " + Files.size(blob.file()) + " bytes";
                push(http, blob, label);
            }
            for (Manifest manifest : content.manifests()) {
                push(http, manifest);
            }
            progress.accept("pushed " + content.digest() + " to " + repository);
        }
    }

    /** The size in bytes of a manifest that the repository has. */
    long sizeOf(String manifest) throws IOException, InterruptedException {
        try (HttpClient http =
                HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build()) {
            HttpResponse<String> found =
                    send(http, request("manifests/" + manifest).method("HEAD", BodyPublishers.noBody()));
            require(found, 200, "manifest " + manifest);
            return found.headers().firstValueAsLong("Content-Length").orElse(0);
        }
    }

    private void push(HttpClient http, Blob blob, String label) throws IOException, InterruptedException {
        new ChunkedUpload(http, registry, repository, secret, progress, Thread::sleep, ChunkedUpload.CHUNK_BYTES)
                .upload(blob.file(), blob.digest(), label);
    }

    private void push(HttpClient http, Manifest manifest) throws IOException, InterruptedException {
        require(
                send(
                        http,
                        request("manifests/" + manifest.digest())
                                .header("Content-Type", manifest.mediaType())
                                .PUT(BodyPublishers.ofString(manifest.json()))),
                201,
                "manifest " + manifest.digest());
    }

    private HttpRequest.Builder request(String path) {
        return request(registry.resolve("/v2/" + repository + "/" + path));
    }

    private HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(ANSWER_TIMEOUT)
                .header("Authorization", "Bearer " + secret);
    }

    private static HttpResponse<String> send(HttpClient http, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static void require(HttpResponse<String> answer, int status, String what) throws IOException {
        if (answer.statusCode() != status) {
            throw new IOException("the registry refused " + what + " (" + answer.statusCode() + "): " + answer.body());
        }
    }
}
