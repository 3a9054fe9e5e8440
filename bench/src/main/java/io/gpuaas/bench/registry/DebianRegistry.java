package io.gpuaas.bench.registry;

import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Debian's docker-registry over files, with its defaults. */
final class DebianRegistry implements AutoCloseable {

    private final Process process;
    private final int port;

    private DebianRegistry(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static DebianRegistry start(Workspace workspace) throws Exception {
        int port = Launcher.freePort();
        Path folder = Files.createDirectories(workspace.directory().resolve("docker-registry"));
        Files.writeString(folder.resolve("config.yml"), """
                version: 0.1
                log:
                  level: error
                  accesslog:
                    disabled: true
                storage:
                  filesystem:
                    rootdirectory: %s
                http:
                  addr: 127.0.0.1:%d
                """.formatted(folder.resolve("data"), port));
        Process process = new ProcessBuilder(
                        "docker-registry", "serve", folder.resolve("config.yml").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        DebianRegistry registry = workspace.keep(new DebianRegistry(process, port));
        Waiting.until("docker-registry", Duration.ofMinutes(1), Duration.ofMillis(50), registry::isUp);
        return registry;
    }

    private boolean isUp() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    RegistryPeer peer() {
        return new RegistryPeer("docker-registry", "http://127.0.0.1:" + port, "bench/image", "");
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public String toString() {
        return "docker-registry";
    }
}
