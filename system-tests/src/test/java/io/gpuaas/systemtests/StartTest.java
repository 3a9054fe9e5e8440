package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code up}, {@code status} and {@code logs} with a running control plane; each case finds it running. */
@Against("PostgreSQL")
class StartTest {

    @TempDir
    static Path folder = Path.of("set by JUnit");

    private static Installation installation = new Installation(folder);
    private static String firstWords = "set before all";

    @BeforeAll
    static void startFirst() {
        installation = new Installation(folder);
        firstWords = installation.up().output();
    }

    @BeforeEach
    void start() {
        installation.up();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void theFirstStartEndsWithTheUrlAndALoginThatWorks() throws IOException {
        assertThat(firstWords).contains(installation.url(), "token: " + installation.firstLoginToken());
        assertThat(installation.get("/readyz").statusCode()).isEqualTo(200);
        assertThat(installation.get("/api/v1/me").statusCode()).isEqualTo(200);
        assertThat(Files.getPosixFilePermissions(installation.data().resolve("first-login")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void startingTwiceSaysThatItRunsAndChangesNothing() {
        long pid = installation.controlPlane().pid();

        Command.Outcome second = installation.tryUp();

        assertThat(second.exitCode()).isZero();
        assertThat(second.output()).contains("already running at " + installation.url());
        assertThat(installation.controlPlane().pid()).isEqualTo(pid);
    }

    @Test
    void aSecondControlPlaneOnTheSameDataIsRefusedEvenWithoutItsPidFile() throws IOException {
        ProcessHandle first = installation.controlPlane();
        Path pidFile = installation.data().resolve("control-plane.pid");
        Files.delete(pidFile);

        Command.Outcome second = installation.tryUp();

        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.output())
                .contains("gpuaas: another control plane is starting or running on " + installation.data());
        assertThat(first.isAlive()).isTrue();
        Files.writeString(pidFile, first.pid() + "\n");
    }

    @Test
    void statusTellsWhereAndWhatRunsAndLogsAreReadable() {
        Command.Outcome status = installation.run("status");
        assertThat(status.exitCode()).isZero();
        assertThat(status.output())
                .contains("running, ready", installation.url(), "embedded PostgreSQL")
                .contains("pid            " + installation.controlPlane().pid());

        assertThat(installation.run("logs", "-n", "1000", "--raw").lines())
                .anySatisfy(line -> assertThat(line).startsWith("{").contains("\"phase\":\"ready\""));
        assertThat(installation.run("logs", "-n", "1000").lines())
                .anySatisfy(line -> assertThat(line).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO .*phase=ready.*"));
    }

    @Test
    void noLogHoldsAToken() throws IOException {
        installation.get("/api/v1/me");

        // Those of earlier starts too: the token was made in the first.
        try (Stream<Path> logs = Files.list(installation.data().resolve("logs"))) {
            assertThat(logs)
                    .isNotEmpty()
                    .allSatisfy(log -> assertThat(log).content().doesNotContain(installation.firstLoginToken()));
        }
    }

    @Test
    void ctrlCInTheForegroundStopsControlPlaneAndDatabase() throws IOException {
        installation.down();
        Path output = folder.resolve("foreground.out");
        // Tests that run in the background ignore Ctrl-C, and so would their children.
        Process foreground = Command.program(
                        Path.of("/usr/bin/env"),
                        "--default-signal=INT",
                        Command.repository().resolve("gpuaas").toString(),
                        "up",
                        "--no-demo",
                        "--port",
                        String.valueOf(installation.port()),
                        "--data",
                        installation.data().toString())
                .start(output);
        Installation.await("the start", () -> read(output).contains("Ctrl-C stops it") || !foreground.isAlive());
        ProcessHandle controlPlane = installation.controlPlane();
        ProcessHandle postmaster = installation.postmaster();

        Command.program(Path.of("/bin/kill"), "-INT", String.valueOf(foreground.pid()))
                .run();

        Installation.awaitEnd(foreground.toHandle());
        assertThat(read(output)).contains("stopped the control plane");
        Installation.awaitEnd(controlPlane);
        Installation.awaitEnd(postmaster);
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new AssertionError("cannot read " + file, e);
        }
    }
}
