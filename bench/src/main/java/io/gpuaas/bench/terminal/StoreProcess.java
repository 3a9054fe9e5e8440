package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A real S3 server over files, as a process that can be killed and started again. */
final class StoreProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String BUCKET = "recordings-bucket";

    private final Path jar;
    private final Path folder;
    private final int port;
    private Process process;

    private StoreProcess(Path jar, Path folder, int port) throws IOException {
        this.jar = jar;
        this.folder = folder;
        this.port = port;
        this.process = launch();
    }

    static StoreProcess start(Workspace workspace) throws Exception {
        Path jar = workspace.installation().root().resolve("bench/target/s3proxy/s3proxy.jar");
        Path folder = Files.createDirectories(workspace.directory().resolve("store"));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.createDirectories(folder.resolve("objects").resolve(BUCKET));
        Files.writeString(folder.resolve("secret"), "secret-key\n");
        Files.writeString(folder.resolve("s3proxy.conf"), """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=somebody
                s3proxy.credential=secret-key
                jclouds.provider=filesystem-nio2
                jclouds.filesystem.basedir=%s
                """.formatted(port, folder.resolve("objects")));
        StoreProcess store = new StoreProcess(jar, folder, port);
        workspace.keep(store);
        store.awaitUp();
        return store;
    }

    /** The settings with which a control plane stores objects here. */
    Map<String, String> environment() {
        return Map.of(
                "GPUAAS_OBJECTS_KIND",
                "s3",
                "GPUAAS_OBJECTS_ENDPOINT",
                "http://127.0.0.1:" + port,
                "GPUAAS_OBJECTS_BUCKET",
                BUCKET,
                "GPUAAS_OBJECTS_ACCESS_KEY",
                "somebody",
                "GPUAAS_OBJECTS_SECRET_KEY_FILE",
                folder.resolve("secret").toString());
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-jar",
                        jar.toString(),
                        "--properties",
                        folder.resolve("s3proxy.conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("s3proxy.log").toFile()))
                .start();
    }

    /** {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void startAgain() throws Exception {
        process = launch();
        awaitUp();
    }

    private void awaitUp() throws Exception {
        Waiting.until("the object store", PATIENCE, Duration.ofMillis(50), this::isUp);
    }

    private boolean isUp() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
