package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
            Process waiting =
                    start(server, err, "allocations", "create", "--sku", "h100-sxm-slice", "--count", "1", "--wait");
            endBySignal(waiting, () -> server.bodiesOf("GET " + BASE + "/" + ID).size() >= 2);
            assertThat(waiting.exitValue()).isEqualTo(130);
            assertThat(Files.readString(err.toPath()).lines())
                    .as("one sentence, and no trace of a stack")
                    .containsExactly(
                            "Stopped waiting; the operation continues. Check it with: gpuaas allocations show " + ID);
        }
    }

    @Test
    void ctrlCLeavesNoPartOfAFileBehind() throws Exception {
        try (FakeServer server = new FakeServer()) {
            server.holds("GET /api/v1/audit-events/export?format=csv", "id,action\n");
            Path here = Files.createDirectory(folder.resolve("here"));
            Process exporting = start(
                    server,
                    folder.resolve("err").toFile(),
                    "audit",
                    "export",
                    "--format",
                    "csv",
                    "--file",
                    here.resolve("trail.csv").toString());
            endBySignal(exporting, () -> hasBytes(here));
            assertThat(exporting.exitValue()).isEqualTo(130);
            assertThat(here).isEmptyDirectory();
        }
    }

    private static boolean hasBytes(Path folder) {
        File[] files = folder.toFile().listFiles();
        return files != null && Arrays.stream(files).anyMatch(file -> file.length() > 0);
    }

    private static void endBySignal(Process process, BooleanSupplier when) throws Exception {
        try {
            Instant end = Instant.now().plusSeconds(60);
            while (!when.getAsBoolean()) {
                assertThat(Instant.now()).as("it is at work").isBefore(end);
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Tests that run in the background ignore the signal, and children inherit that; `env` restores the default. */
    private Process start(FakeServer server, File err, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Objects.requireNonNull(System.getProperty("java.class.path")),
                "io.gpuaas.cli.start.Main"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
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
