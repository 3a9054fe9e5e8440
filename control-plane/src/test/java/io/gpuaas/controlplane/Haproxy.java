package io.gpuaas.controlplane;

import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real HAProxy in front of one port, started for a test. It dials from {@link #ADDRESS}. */
public final class Haproxy implements AutoCloseable {

    /** No client of a test comes from there. */
    public static final String ADDRESS = "127.0.0.2";

    private static final Duration START_MAX = Duration.ofSeconds(30);

    private final Process process;
    private final int port;

    private Haproxy(String mode, List<String> rules, String target) {
        Path binary = RealServers.require("haproxy");
        RealServers.report("haproxy", version(binary));
        this.port = FreePort.find();
        try {
            Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "test-data")), "haproxy");
            Path settings = folder.resolve("haproxy.cfg");
            Files.writeString(settings, """
                    global
                      maxconn 200
                    defaults
                      mode %s
                      timeout connect 10s
                      timeout client 60s
                      timeout server 60s
                    frontend door
                      bind 127.0.0.1:%d
                      default_backend plane
                    backend plane
                      %s
                      server one %s source %s
                    """.formatted(mode, port, String.join("\n  ", rules), target, ADDRESS));
            this.process = new ProcessBuilder(binary.toString(), "-db", "-f", settings.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Awaitility.await().atMost(START_MAX).until(this::answers);
    }

    /** Reads HTTP, and follows the rules of a backend given. */
    public static Haproxy http(int port, String... rules) {
        return new Haproxy("http", List.of(rules), "127.0.0.1:" + port);
    }

    /** Parses HTTP and sends the client's address with the PROXY protocol. */
    public static Haproxy httpWithProxyProtocol(int port, String... rules) {
        return new Haproxy("http", List.of(rules), "127.0.0.1:" + port + " send-proxy-v2");
    }

    /** Forwards bytes and sends the client's address with the PROXY protocol. */
    public static Haproxy tcpWithProxyProtocol(int port) {
        return new Haproxy("tcp", List.of(), "127.0.0.1:" + port + " send-proxy-v2");
    }

    /** Forwards bytes without the client's address. */
    public static Haproxy tcp(int port) {
        return new Haproxy("tcp", List.of(), "127.0.0.1:" + port);
    }

    public int port() {
        return port;
    }

    private static String version(Path binary) {
        try {
            Process asked = new ProcessBuilder(binary.toString(), "-v").start();
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said.replaceFirst("(?s)HAProxy version (\\S+).*", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
