package io.gpuaas.controlplane.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real S3 server, which checks signatures. */
@Against("s3proxy")
class S3ObjectsTest extends ObjectStoreContract {

    @TempDir
    static Path folder;

    private static Process server;
    private static int port;
    private static S3Objects store;

    @SuppressWarnings("NullAway.Init")
    S3ObjectsTest() {}

    @BeforeAll
    static void start() throws Exception {
        port = FreePort.find();
        Path settings = Files.writeString(folder.resolve("s3proxy.conf"), """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=somebody
                s3proxy.credential=secret-key
                jclouds.provider=filesystem-nio2
                jclouds.filesystem.basedir=%s
                """.formatted(
                        port, Files.createDirectories(folder.resolve("objects"))));
        Files.createDirectories(folder.resolve("objects/recordings-bucket"));
        server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        Path.of("target/s3proxy/s3proxy.jar").toAbsolutePath().toString(),
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("s3proxy.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60)).until(S3ObjectsTest::isUp);
        RealServers.report("s3proxy", "4.1.0");
        store = ObjectStoreConfiguration.s3(settings("secret-key"));
    }

    private static boolean isUp() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static GpuaasProperties.Objects settings(String secret) throws IOException {
        return settings(port, secret);
    }

    private static GpuaasProperties.Objects settings(int at, String secret) throws IOException {
        return new GpuaasProperties.Objects(
                GpuaasProperties.Objects.Storage.S3,
                "http://127.0.0.1:" + at,
                "us-east-1",
                "recordings-bucket",
                "somebody",
                Files.writeString(folder.resolve("secret-" + secret), secret + "\n")
                        .toString());
    }

    @AfterAll
    static void stop() {
        store.close();
        server.destroyForcibly();
    }

    @Override
    ObjectStore store() {
        return store;
    }

    @Test
    void aWrongKeyIsRefusedAndNotTakenForAnEmptyStore() throws Exception {
        try (S3Objects stranger = ObjectStoreConfiguration.s3(settings("another-key"))) {
            ObjectName name = new ObjectName("recordings/x");
            assertThatThrownBy(() -> stranger.put(name, new byte[1])).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> stranger.find(name)).isInstanceOf(IOException.class);
        }
        assertThat(store.find(new ObjectName("recordings/x"))).isEmpty();
    }

    @Test
    void aServerThatDoesNotAnswerIsNotTakenForAnEmptyStore() throws Exception {
        int nobody;
        nobody = FreePort.find();
        try (S3Objects out = ObjectStoreConfiguration.s3(settings(nobody, "secret-key"))) {
            assertThatThrownBy(() -> out.find(new ObjectName("recordings/x"))).isInstanceOf(IOException.class);
        }
    }
}
