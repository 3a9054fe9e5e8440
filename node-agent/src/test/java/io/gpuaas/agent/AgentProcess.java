package io.gpuaas.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The agent as a process of its own, which can be killed. */
final class AgentProcess implements AutoCloseable {

    private final Process process;

    AgentProcess(Path state, Path log, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.gpuaas.agent.NodeAgent",
                "run",
                "--driver",
                "simulated",
                "--state",
                state.toString()));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** SIGKILL: nothing of the agent runs after this. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the agent cannot be killed");
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
