package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own is given the signal that Ctrl-C gives. */
@Timeout(90)
class InterruptTest {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final String BASE = "/api/v1/projects/" + ID + "/allocations";
    private static final String ALLOCATION = """
            {"id":"%1$s","tenant_id":"%1$s","project_id":"%1$s","name":"training","labels":{},"sku":"h100-sxm-slice",
             "count":1,"image":"debian-13","version":1,"protected":false,"created_by":"x",
             "created_at":"2026-01-01T00:00:00Z","state":"provisioning","state_since":"2026-01-01T00:00:00Z"}""".formatted(ID);

    @TempDir
    Path folder;

    @Test
    void ctrlCEndsAWaitWithCode130AndSaysWhatBecomesOfTheAllocation() throws Exception {
        try (FakeServer server = new FakeServer()) {
            server.answers("POST " + BASE, 201, ALLOCATION)
                    .answers("GET " + BASE + "/" + ID, 200, ALLOCATION)
                    .answers("GET " + BASE + "/" + ID + "/timeline?limit=200", 200, "{\"items\":[]}");
            File err = folder.resolve("err").toFile();
            Process waiting = start(server, err);
            try {
                awaitLooks(server, 2);
                new ProcessBuilder("kill", "-INT", Long.toString(waiting.pid()))
                        .start()
                        .waitFor();
                assertThat(waiting.waitFor(20, TimeUnit.SECONDS)).isTrue();
            } finally {
                waiting.destroyForcibly();
            }
            assertThat(waiting.exitValue()).isEqualTo(130);
            assertThat(Files.readString(err.toPath()).lines())
                    .as("one sentence, and no trace of a stack")
                    .containsExactly("Not waiting any longer; it goes on: gpuaas allocations show " + ID);
        }
    }

    private static void awaitLooks(FakeServer server, int count) {
        Instant end = Instant.now().plusSeconds(60);
        while (server.bodiesOf("GET " + BASE + "/" + ID).size() < count) {
            assertThat(Instant.now()).as("it waits and looks").isBefore(end);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    /** Who starts tests in the background has the signal ignored, and children inherit that: `env` takes it back. */
    private Process start(FakeServer server, File err) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        "env",
                        "--default-signal=INT",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.gpuaas.cli.Gpuaas",
                        "allocations",
                        "create",
                        "--sku",
                        "h100-sxm-slice",
                        "--count",
                        "1",
                        "--wait")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err);
        builder.environment().put("GPUAAS_SERVER", server.url());
        builder.environment().put("GPUAAS_TOKEN", "t");
        builder.environment().put("GPUAAS_PROJECT", ID);
        builder.environment().put("HOME", folder.toString());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return builder.start();
    }
}
