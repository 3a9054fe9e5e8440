package io.gpuaas.controlplane.gateways;

import static org.awaitility.Awaitility.await;

import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A real redis-server that keeps nothing, started for a test. */
public final class RedisServer implements AutoCloseable {

    private final Process process;
    private final int port;

    public RedisServer(String password) throws IOException {
        Path binary = RealServers.require("redis-server");
        RealServers.report("redis-server", version(binary));
        this.port = FreePort.find();
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "test-data")), "redis");
        Path settings =
                Files.writeString(folder.resolve("redis.conf"), """
                bind 127.0.0.1
                port %d
                requirepass %s
                save ""
                appendonly no
                dir %s
                """.formatted(port, password, folder.toAbsolutePath()));
        this.process = new ProcessBuilder(binary.toString(), settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60)).until(this::answers);
    }

    private static String version(Path binary) throws IOException {
        Process asked = new ProcessBuilder(binary.toString(), "--version").start();
        String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said.replaceAll("(?s).*v=(\\S+).*", "$1");
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
