package io.gpuaas.bench.kills;

import io.gpuaas.bench.kit.LogTail;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node agent as a process of its own, on a simulated host, which can be killed and started again. */
final class AgentProcess implements AutoCloseable {

    private static final int ENROL_SECONDS_MAX = 120;
    private static final int KILL_SECONDS_MAX = 20;
    private static final int LOG_LINES_SHOWN = 10;

    private final String name;
    private final int number;
    private final int speed;
    private final Path jar;
    private final Path state;
    private final Path log;
    private @Nullable Process process;

    /** A host that acts so many times as fast as hardware does. */
    AgentProcess(Workspace workspace, Path jar, int number, int speed) throws IOException {
        this.name = "agent-" + number;
        this.number = number;
        this.speed = speed;
        this.jar = jar;
        this.state =
                Files.createDirectories(workspace.directory().resolve("agents")).resolve(name);
        this.log = workspace.directory().resolve(name + ".log");
    }

    String name() {
        return name;
    }

    /** The folder of the simulated host, with its record of everything that happened there. */
    Path host() {
        return state.resolve("host");
    }

    void enroll(int nodePort, String token) throws IOException, InterruptedException {
        Path secret = state.resolveSibling(name + ".join");
        Files.writeString(secret, token + "\n");
        Process joining = start(
                List.of(
                        "enroll",
                        "--server",
                        "https://127.0.0.1:" + nodePort,
                        "--token",
                        "-",
                        "--state",
                        state.toString(),
                        "--hostname",
                        name),
                ProcessBuilder.Redirect.from(secret.toFile()));
        if (!joining.waitFor(ENROL_SECONDS_MAX, TimeUnit.SECONDS) || joining.exitValue() != 0) {
            joining.destroyForcibly();
            throw new IllegalStateException(name + " could not join: " + LogTail.read(log, LOG_LINES_SHOWN));
        }
    }

    synchronized void start() throws IOException {
        process = start(
                List.of(
                        "run",
                        "--driver",
                        "simulated",
                        "--seed",
                        String.valueOf(number),
                        "--speed",
                        String.valueOf(speed),
                        "--state",
                        state.toString()),
                ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    }

    /** The flags of the installed agent's start script that matter here. */
    private Process start(List<String> words, ProcessBuilder.Redirect input) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xms8m",
                "-Xmx128m",
                "-Xss512k",
                "-Xlog:disable",
                "-Xshare:auto",
                "-jar",
                jar.toString()));
        command.addAll(words);
        return new ProcessBuilder(command)
                .redirectInput(input)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** {@code kill -9}. */
    synchronized void kill() throws InterruptedException {
        if (process != null && !process.destroyForcibly().waitFor(KILL_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " survived kill -9");
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    @Override
    public String toString() {
        return name;
    }
}
