package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real Temporal on free ports, with a database in a file; tools/packages.sh builds its program. */
record TemporalServer(Process process, int port) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static TemporalServer start(Workspace workspace) throws Exception {
        Path program = workspace.installation().root().resolve("target/servers/temporal");
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException(program + " is missing: ./gpuaas bench builds it where Go is installed");
        }
        int port = Launcher.freePort();
        Process process = new ProcessBuilder(
                        program.toString(),
                        "server",
                        "start-dev",
                        "--headless",
                        "--ip=127.0.0.1",
                        "--port=" + port,
                        "--http-port=" + Launcher.freePort(),
                        "--metrics-port=" + Launcher.freePort(),
                        "--db-filename=" + workspace.directory().resolve("temporal.db"),
                        "--log-level=error")
                .redirectErrorStream(true)
                .redirectOutput(workspace.directory().resolve("temporal.log").toFile())
                .start();
        TemporalServer server = workspace.keep(new TemporalServer(process, port));
        Waiting.until("Temporal to answer", PATIENCE, Duration.ofMillis(200), server::answers);
        return server;
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The settings with which a control plane uses this server. */
    List<String> settings() {
        return List.of("--gpuaas.lifecycle.driver=temporal", "--gpuaas.lifecycle.temporal.target=127.0.0.1:" + port);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
