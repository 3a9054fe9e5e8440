package io.gpuaas.controlplane.events;

import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A real nats-server with JetStream, started for a test. */
final class NatsServer implements AutoCloseable {

    private final Process process;
    private final int port;

    NatsServer() throws IOException {
        Path binary = RealServers.require("nats-server");
        RealServers.report("nats-server", version(binary));
        this.port = FreePort.find();
        Path store = Files.createTempDirectory(Files.createDirectories(Path.of("target", "test-data")), "nats");
        this.process = new ProcessBuilder(
                        binary.toString(),
                        "-js",
                        "-a",
                        "127.0.0.1",
                        "-p",
                        String.valueOf(port),
                        "-sd",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(store.resolve("log").toFile())
                .start();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(this::answers);
    }

    private static String version(Path binary) throws IOException {
        Process asked = new ProcessBuilder(binary.toString(), "--version").start();
        return new String(asked.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                .replace("nats-server:", "")
                .strip();
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    String url() {
        return "nats://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
