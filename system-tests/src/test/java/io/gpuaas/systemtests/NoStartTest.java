package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code up}, {@code status} and {@code logs} where no control plane runs, or where none can start. */
class NoStartTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    private Installation installation = new Installation(folder);

    @BeforeEach
    void choose() {
        installation = new Installation(folder);
    }

    @AfterEach
    void stop() {
        installation.close();
    }

    @Test
    void withoutAControlPlaneStatusSaysSo() {
        Command.Outcome status = installation.run("status");

        assertThat(status.exitCode()).isEqualTo(3);
        assertThat(status.output()).contains("not running");
        assertThat(installation.run("logs").output()).contains("there is no log yet");
    }

    @Test
    void anUnknownPropertyStopsTheStartWithASentence() {
        Command.Outcome outcome = installation.tryUp("--gpuaas.no-such-setting=1");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.lines())
                .anySatisfy(line -> assertThat(line).startsWith("gpuaas: ").contains("no-such-setting"));
        assertThat(outcome.output()).doesNotContain("\tat ").contains("control-plane.log");
        assertThat(installation.run("status").exitCode()).isEqualTo(3);
    }

    @Test
    void anInvalidPropertyStopsTheStartWithASentence() {
        Command.Outcome outcome = installation.tryUp("--gpuaas.database.pool-size=100000");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.lines())
                .anySatisfy(line -> assertThat(line).startsWith("gpuaas: ").containsIgnoringCase("pool"));
        assertThat(outcome.output()).doesNotContain("\tat ");
    }

    @Test
    void aBusyPortIsNamedTogetherWithTheOptionThatChangesIt() throws IOException {
        try (ServerSocket other = new ServerSocket(installation.port(), 1, InetAddress.getLoopbackAddress())) {
            Command.Outcome outcome = installation.tryUp();

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.lines())
                    .contains("gpuaas: port " + other.getLocalPort() + " is in use: choose another with --port");
        }
    }

    @Test
    void aFolderWithOtherFilesIsNotTakenForData() throws IOException {
        Files.createDirectories(installation.data());
        Files.writeString(installation.data().resolve("thesis.txt"), "precious");

        Command.Outcome outcome = installation.tryUp("--fresh", "--yes");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).contains("is not a GPUaaS data folder");
        assertThat(installation.tryUp().output()).contains("holds other files");
        assertThat(installation.data().resolve("thesis.txt")).hasContent("precious");
    }

    /** Its first thread ends before the others, and until the last one has, nobody else gets the lock. */
    @Test
    void downWaitsForTheLastThreadOfWhatItStopped() throws IOException {
        Path data = Files.createDirectories(installation.data());
        Path lock = data.resolve("control-plane.lock");
        Path said = folder.resolve("said");
        Process ending = Command.program(
                        Path.of("python3"),
                        Command.repository()
                                .resolve("system-tests/src/test/resources/ends_late.py")
                                .toString(),
                        lock.toString(),
                        "--gpuaas.data-dir=" + data.toRealPath())
                .start(said);
        Files.writeString(data.resolve("control-plane.pid"), ending.pid() + "\n");
        Installation.await("the lock", () -> said.toFile().length() > 0);

        assertThat(installation.down().output()).contains("stopped the control plane (pid " + ending.pid() + ")");

        assertThat(Command.program(Path.of("flock"), "-n", lock.toString(), "true")
                        .run()
                        .exitCode())
                .isZero();
    }

    @Test
    void logLinesOfAnyLengthAreRenderedAndOtherLinesPass() throws IOException {
        Path log = Files.createDirectories(installation.data().resolve("logs")).resolve("control-plane.log");
        String frames = "\\tat a.B.c(B.java:1)\\n".repeat(20_000);
        Files.writeString(log, """
                OpenJDK 64-Bit Server VM warning: something
                {"time":"2026-01-01T10:00:00.5Z","level":"ERROR","logger":"a.b.C","message":"says \\"no\\"",\
                "context":{"correlation_id":"c-1"},"error":"a.Broken: why\\n%s"}
                """.formatted(frames));

        List<String> lines = installation.run("logs").lines();

        assertThat(lines.get(0)).isEqualTo("OpenJDK 64-Bit Server VM warning: something");
        assertThat(lines.get(1)).contains(":00:00.500 ERROR C").contains("says \"no\"  correlation_id=c-1");
        assertThat(lines.get(2)).isEqualTo("    a.Broken: why");
        assertThat(lines).hasSize(3 + 20_000);
    }

    @Test
    void noLogLineSteersTheTerminalOfItsReader() throws IOException {
        Path logs = Files.createDirectories(installation.data().resolve("logs"));
        String hostile = """
                \u001b[31mred \u009b31mred too
                {"time":"2026-01-01T10:00:00.5Z","level":"WARN","logger":"a.B","message":"a\\u001b]0;title\\u0007b \u202ec"}
                """;
        Files.writeString(logs.resolve("control-plane.log"), hostile);
        Files.writeString(logs.resolve("gateway.log.0"), hostile);

        for (List<String> lines : List.of(
                installation.run("logs").lines(),
                installation.run("logs", "--gateway").lines())) {
            assertThat(lines.get(0)).isEqualTo("?[31mred ?31mred too");
            assertThat(lines.get(1)).endsWith("a?]0;title?b ?c");
        }
    }
}
