package io.gpuaas.cli.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads in chunks against a registry that fails in the ways real ones do. */
class ChunkedUploadTest {

    private static final int CHUNK = 1_000;
    private static final String DIGEST = "sha256:aa";

    @TempDir
    Path folder;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private HttpServer server;
    private byte[] blob;

    // Written by the server's only thread.
    private final ByteArrayOutputStream stored = new ByteArrayOutputStream();
    private boolean finished;
    private int number;
    private int uploads;
    private IntPredicate breaks = chunk -> false;
    private IntPredicate busy = chunk -> false;
    private boolean forgets;
    private String host = "";

    @BeforeEach
    void start() throws IOException {
        blob = new byte[4_321];
        new Random(1).nextBytes(blob);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        String range = exchange.getRequestHeaders().getFirst("Content-Range");
        byte[] body = exchange.getRequestBody().readAllBytes();
        requests.add(method + (range == null ? "" : " " + range));
        switch (method) {
            case "HEAD" -> exchange.sendResponseHeaders(finished ? 200 : 404, -1);
            case "POST" -> {
                stored.reset();
                uploads++;
                located(exchange, 202);
            }
            case "PATCH" -> chunk(exchange, String.valueOf(range), body);
            case "GET" -> {
                exchange.getResponseHeaders().add("Range", "0-" + Math.max(stored.size() - 1, 0));
                located(exchange, forgets ? 404 : 204);
            }
            default -> {
                finished = exchange.getRequestURI().getQuery().equals("digest=" + DIGEST);
                exchange.sendResponseHeaders(finished ? 201 : 400, -1);
            }
        }
        exchange.close();
    }

    private void chunk(HttpExchange exchange, String range, byte[] body) throws IOException {
        int chunk = number++;
        if (busy.test(chunk)) {
            exchange.sendResponseHeaders(429, -1);
            return;
        }
        if (Integer.parseInt(range.substring(0, range.indexOf('-'))) != stored.size()) {
            exchange.sendResponseHeaders(416, -1);
            return;
        }
        if (breaks.test(chunk)) {
            // Half of the chunk has arrived when the registry goes.
            stored.write(body, 0, body.length / 2);
            return;
        }
        stored.write(body);
        located(exchange, 202);
    }

    private void located(HttpExchange exchange, int status) throws IOException {
        exchange.getResponseHeaders().add("Location", host + "/v2/a/b/blobs/uploads/" + uploads);
        exchange.sendResponseHeaders(status, -1);
    }

    private void upload() throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("blob"), blob);
        new ChunkedUpload(
                        http,
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                        "a/b",
                        "secret",
                        line -> {},
                        waits::add,
                        CHUNK)
                .upload(file, DIGEST, "blob 1");
    }

    @Test
    void aBlobGoesInChunks() throws Exception {
        upload();
        assertThat(stored.toByteArray()).isEqualTo(blob);
        assertThat(requests)
                .containsExactly(
                        "HEAD",
                        "POST",
                        "PATCH 0-999",
                        "PATCH 1000-1999",
                        "PATCH 2000-2999",
                        "PATCH 3000-3999",
                        "PATCH 4000-4320",
                        "PUT");
        requests.clear();
        upload();
        assertThat(requests).containsExactly("HEAD");
    }

    @Test
    void aBrokenConnectionCostsTheRestOfAChunk() throws Exception {
        breaks = chunk -> chunk == 2;
        upload();
        assertThat(stored.toByteArray()).isEqualTo(blob);
        assertThat(requests).contains("PATCH 2000-2999", "PATCH 2500-3499");
        assertThat(uploads).isEqualTo(1);
    }

    @Test
    void anUploadThatIsForgottenStartsAgain() throws Exception {
        breaks = chunk -> chunk == 2;
        forgets = true;
        upload();
        assertThat(stored.toByteArray()).isEqualTo(blob);
        assertThat(uploads).isEqualTo(2);
    }

    @Test
    void aBusyRegistryIsAskedAgainAndNotForEver() throws Exception {
        busy = chunk -> chunk % 2 == 0;
        upload();
        assertThat(stored.toByteArray()).isEqualTo(blob);

        finished = false;
        busy = chunk -> true;
        waits.clear();
        assertThatThrownBy(this::upload).hasMessageContaining("429");
        assertThat(waits).hasSize(ChunkedUpload.FAILURES_MAX);
        assertThat(waits.getLast()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void theSecretGoesToNoOtherHost() {
        host = "http://elsewhere.example";
        assertThatThrownBy(this::upload).hasMessageContaining("another host");
        assertThat(waits).isEmpty();
    }
}
