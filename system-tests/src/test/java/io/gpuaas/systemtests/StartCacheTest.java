package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a start is recorded once, that later starts use what was recorded, and that they do without. */
@Against("PostgreSQL")
class StartCacheTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    private Installation installation = new Installation(folder);

    /** Flags that no other test gives: their cache does not exist yet. */
    private final String flags =
            "-XX:TieredStopAtLevel=1 -Dgpuaas.test=" + UUID.randomUUID().toString();

    private @Nullable Path cache;

    @AfterEach
    void stop() throws IOException {
        installation.close();
        if (cache != null) {
            Files.deleteIfExists(cache);
        }
    }

    @Test
    void aStartIsRecordedAndLaterOnesOfAllDataFoldersUseItUnlessItIsBroken() throws IOException {
        installation = new Installation(folder.resolve("recorded"));
        up();
        Installation.kill(installation.controlPlane());

        // With a database that is unpacked already: it needs fewer classes than a first start.
        up();
        assertThat(mapped()).isEmpty();
        assertThat(down()).contains("stopped the control plane", "prepared faster starts in");

        installation = new Installation(folder.resolve("other"));
        up();
        assertThat(mapped()).hasSize(1);
        cache = Path.of(mapped().getFirst());
        assertThat(down()).doesNotContain("prepared faster starts");

        Files.writeString(cache, "not a cache");
        up();
        assertThat(mapped()).isEmpty();
        assertThat(installation.get("/api/v1/me").statusCode()).isEqualTo(200);
    }

    private String down() {
        return gpuaas("down", "--data", installation.data().toString()).output();
    }

    private void up() {
        Command.Outcome outcome = gpuaas(
                "up",
                "--detach",
                "--no-demo",
                "--port",
                String.valueOf(installation.port()),
                "--data",
                installation.data().toString());
        assertThat(outcome.exitCode()).as("up said: " + outcome.output()).isZero();
    }

    private Command.Outcome gpuaas(String... arguments) {
        return Command.gpuaas(arguments).with("GPUAAS_JVM_FLAGS", flags).run();
    }

    /** The caches that the running control plane has mapped into its memory. */
    private List<String> mapped() throws IOException {
        Path maps = Path.of("/proc", String.valueOf(installation.controlPlane().pid()), "maps");
        return Files.readAllLines(maps).stream()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .filter(file -> file.endsWith(".aot"))
                .distinct()
                .toList();
    }
}
