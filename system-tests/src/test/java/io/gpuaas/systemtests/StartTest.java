package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Against("PostgreSQL")
class StartTest {

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
    void theFirstStartEndsWithTheUrlAndALoginThatWorks() throws IOException {
        Command.Outcome first = installation.up();

        assertThat(first.output()).contains(installation.url(), "token: " + installation.firstLoginToken());
        assertThat(installation.get("/readyz").statusCode()).isEqualTo(200);
        assertThat(installation.get("/api/v1/me").statusCode()).isEqualTo(200);
        assertThat(Files.getPosixFilePermissions(installation.data().resolve("first-login")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void startingTwiceSaysThatItRunsAndChangesNothing() {
        installation.up();
        long pid = installation.controlPlane().pid();

        Command.Outcome second = installation.tryUp();

        assertThat(second.exitCode()).isZero();
        assertThat(second.output()).contains("already running at " + installation.url());
        assertThat(installation.controlPlane().pid()).isEqualTo(pid);
    }

    @Test
    void aSecondControlPlaneOnTheSameDataIsRefusedEvenWithoutItsPidFile() throws IOException {
        installation.up();
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

    @Test
    void ctrlCInTheForegroundStopsControlPlaneAndDatabase() throws IOException {
        Path output = folder.resolve("foreground.out");
        // Whoever runs the tests in the background ignores Ctrl-C, and so would everything they start.
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
