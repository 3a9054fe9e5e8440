package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code kill -9} of the registry during pushes: each goes on where it was, and no half blob is ever readable. */
@Tag("full")
@Against("PostgreSQL")
class RegistrySurvivalTest {

    private static final int PUSHES = 20;
    private static final int BLOB_BYTES = 12_000_000;
    private static final int CHUNK_BYTES = 700_000;
    private static final int KILLS = 2;

    @TempDir
    Path folder = Path.of("set by JUnit");

    private Installation installation = new Installation(folder);
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String base = "";
    private String repository = "";
    private String secret = "";

    @BeforeEach
    void openAnIntent() {
        installation = new Installation(folder);
        installation.up();
        String tenant = created("/api/v1/tenants", "{\"slug\":\"pushers\",\"name\":\"Pushers\"}")
                .path("id")
                .asString();
        String project = created("/api/v1/tenants/" + tenant + "/projects", "{\"slug\":\"pushes\",\"name\":\"Pushes\"}")
                .path("id")
                .asString();
        created("/api/v1/tenants/" + tenant + "/publishers", "{\"namespace\":\"pushers\",\"name\":\"Pushers\"}");
        JsonNode intent = created(
                "/api/v1/projects/" + project + "/publish-intents",
                "{\"app\":\"pushers/app\",\"version\":\"1\",\"artifacts\":[{\"name\":\"a\",\"kind\":\"oci_image\"}]}");
        base = intent.path("registry_url").asString();
        repository = intent.path("repository").asString();
        secret = intent.path("secret").asString();
    }

    @AfterEach
    void stop() {
        http.close();
        installation.close();
    }

    private JsonNode created(String path, String body) {
        HttpResponse<String> answer = installation.post(path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(answer.body());
    }

    /** A push that remembers what the registry has acknowledged. */
    private final class Push {

        private final byte[] blob = new byte[BLOB_BYTES];
        private final String digest;
        private String location = "";
        private int acknowledged;
        private boolean done;

        Push(int seed) {
            new Random(seed).nextBytes(blob);
            digest = digest(blob);
        }

        /** Pushes until the end, or until the registry is gone. */
        Push run(AtomicInteger chunks) throws InterruptedException {
            try {
                if (location.isEmpty()) {
                    location = header(send("POST", "/v2/" + repository + "/blobs/uploads/", new byte[0]), 202);
                }
                while (acknowledged < blob.length) {
                    int end = Math.min(acknowledged + CHUNK_BYTES, blob.length);
                    HttpResponse<byte[]> answer = send(
                            "PATCH",
                            location,
                            Arrays.copyOfRange(blob, acknowledged, end),
                            "Content-Range",
                            acknowledged + "-" + (end - 1));
                    location = header(answer, 202);
                    acknowledged = end;
                    chunks.incrementAndGet();
                }
                HttpResponse<byte[]> last = send("PUT", location + "?digest=" + digest, new byte[0]);
                assertThat(last.statusCode()).isEqualTo(201);
                done = true;
            } catch (IOException e) {
                // The registry was killed; resume goes on from what it still has.
                return this;
            }
            return this;
        }

        /** Nothing that was acknowledged is lost, and nothing is readable before its push has ended. */
        void resume() throws IOException, InterruptedException {
            HttpResponse<byte[]> read = send("GET", "/v2/" + repository + "/blobs/" + digest, new byte[0]);
            if (read.statusCode() == 200) {
                assertThat(digest(read.body())).isEqualTo(digest);
                done = true;
                return;
            }
            assertThat(read.statusCode()).isEqualTo(404);
            assertThat(done).as("a push that was acknowledged is readable").isFalse();
            if (location.isEmpty()) {
                return;
            }
            HttpResponse<byte[]> state = send("GET", location, new byte[0]);
            assertThat(state.statusCode()).isEqualTo(204);
            String range = state.headers().firstValue("Range").orElse("");
            int last = Integer.parseInt(range.substring("0-".length()));
            int stored = last == 0 ? 0 : last + 1;
            assertThat(stored).isGreaterThanOrEqualTo(acknowledged);
            acknowledged = stored;
        }
    }

    private static String header(HttpResponse<byte[]> answer, int status) {
        assertThat(answer.statusCode())
                .as(new String(answer.body(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo(status);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private HttpResponse<byte[]> send(String method, String path, byte[] body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofMinutes(2))
                .header("Authorization", "Bearer " + secret)
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everyPushResumesAndNoHalfBlobIsReadable() throws Exception {
        List<Push> pushes = IntStream.range(0, PUSHES).mapToObj(Push::new).toList();
        int chunksOfAll = PUSHES * (BLOB_BYTES / CHUNK_BYTES);
        for (int kill = 1; kill <= KILLS; kill++) {
            AtomicInteger chunks = new AtomicInteger();
            try (ExecutorService threads = Executors.newFixedThreadPool(PUSHES)) {
                List<Future<Push>> running = pushes.stream()
                        .filter(push -> !push.done)
                        .map(push -> threads.submit(() -> push.run(chunks)))
                        .toList();
                Installation.await("some chunks", () -> chunks.get() > chunksOfAll / 5);
                Installation.kill(installation.controlPlane());
                for (Future<Push> one : running) {
                    one.get();
                }
            }
            assertThat(pushes).as("pushes that the kill interrupted").anyMatch(push -> !push.done);
            installation.up();
            for (Push push : pushes) {
                push.resume();
            }
        }
        AtomicInteger chunks = new AtomicInteger();
        for (Push push : pushes) {
            push.run(chunks);
            push.resume();
            assertThat(push.done).isTrue();
        }
    }
}
