package io.gpuaas.bench.registry;

import io.gpuaas.bench.registry.Layers.Layer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A registry as an OCI client sees it: the same requests to ours and to the other. */
final class RegistryPeer implements AutoCloseable {

    /** As many layers at once as docker and podman push and pull. */
    private static final int STREAMS = 3;

    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final int READ_BYTES = 256 * 1024;

    private final String name;
    private final String base;
    private final String repository;
    private final String authorization;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    RegistryPeer(String name, String base, String repository, String authorization) {
        this.name = name;
        this.base = base;
        this.repository = repository;
        this.authorization = authorization;
    }

    String name() {
        return name;
    }

    /** Seconds to push the layers, with the three requests most clients use. */
    double push(List<Layer> layers) throws Exception {
        return inParallel(
                STREAMS,
                layers.stream().<Callable<Boolean>>map(one -> () -> push(one)).toList());
    }

    private boolean push(Layer layer) throws IOException, InterruptedException {
        HttpResponse<Void> started = http.send(
                request(URI.create(base + "/v2/" + repository + "/blobs/uploads/"))
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.discarding());
        URI location = location(require(started, 202));
        HttpResponse<Void> sent = http.send(
                request(location)
                        .header("Content-Type", "application/octet-stream")
                        .method("PATCH", layer.body())
                        .build(),
                BodyHandlers.discarding());
        location = location(require(sent, 202));
        URI last = URI.create(location + (location.getRawQuery() == null ? "?" : "&") + "digest=" + layer.digest());
        require(http.send(request(last).PUT(BodyPublishers.noBody()).build(), BodyHandlers.discarding()), 201);
        return true;
    }

    /** Seconds to pull the layers. */
    double pull(List<Layer> layers) throws Exception {
        return inParallel(
                STREAMS,
                layers.stream().<Callable<Boolean>>map(one -> () -> pull(one)).toList());
    }

    /** Seconds until this many readers have each pulled all layers. */
    double pullByMany(int readers, List<Layer> layers) throws Exception {
        List<Callable<Boolean>> pulls = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            pulls.add(() -> {
                for (Layer layer : layers) {
                    pull(layer);
                }
                return true;
            });
        }
        return inParallel(readers, pulls);
    }

    private boolean pull(Layer layer) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = http.send(
                request(URI.create(base + "/v2/" + repository + "/blobs/" + layer.digest()))
                        .GET()
                        .build(),
                BodyHandlers.ofInputStream());
        long read = 0;
        try (InputStream in = require(answer, 200).body()) {
            byte[] buffer = new byte[READ_BYTES];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                read += n;
            }
        }
        if (read != layer.size()) {
            throw new IOException(name + " served " + read + " bytes of " + layer.size());
        }
        return true;
    }

    private static double inParallel(int streams, List<Callable<Boolean>> work) throws Exception {
        long began = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(streams)) {
            for (Future<Boolean> one : threads.invokeAll(work)) {
                one.get();
            }
        }
        return (System.nanoTime() - began) / 1e9;
    }

    private HttpRequest.Builder request(URI address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(TIMEOUT);
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    private URI location(HttpResponse<?> answer) throws IOException {
        return URI.create(base + "/")
                .resolve(answer.headers()
                        .firstValue("Location")
                        .orElseThrow(() -> new IOException(name + " names no location")));
    }

    private <T> HttpResponse<T> require(HttpResponse<T> answer, int status) throws IOException {
        if (answer.statusCode() != status) {
            throw new IOException(name + " answers " + answer.statusCode() + " to " + answer.request());
        }
        return answer;
    }

    @Override
    public void close() {
        http.close();
    }
}
