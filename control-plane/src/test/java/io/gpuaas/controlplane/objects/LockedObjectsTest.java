package io.gpuaas.controlplane.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** s3proxy knows no Object Lock, so a server written here looks at what is asked for. */
class LockedObjectsTest {

    private record Asked(String path, Headers headers) {}

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    LockedObjectsTest() {}

    @Test
    void aLockedObjectIsPutWithRetentionInComplianceMode() throws Exception {
        BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            asked.add(new Asked(exchange.getRequestURI().getPath(), exchange.getRequestHeaders()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        GpuaasProperties.Objects settings = new GpuaasProperties.Objects(
                GpuaasProperties.Objects.Storage.S3,
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "us-east-1",
                "one",
                "somebody",
                Files.writeString(folder.resolve("secret"), "s").toString());
        try (S3Objects store = ObjectStoreConfiguration.s3(settings.in("anchors-bucket"))) {
            store.putLocked(new ObjectName("anchors/audit/1"), new byte[] {1}, Instant.parse("2033-01-01T00:00:00Z"));
            Asked request = asked.poll(30, TimeUnit.SECONDS);
            assertThat(request).isNotNull();
            assertThat(request.path()).isEqualTo("/anchors-bucket/anchors/audit/1");
            assertThat(request.headers().getFirst("x-amz-object-lock-mode")).isEqualTo("COMPLIANCE");
            assertThat(request.headers().getFirst("x-amz-object-lock-retain-until-date"))
                    .startsWith("2033-01-01T00:00:00");
            assertThat(request.headers().getFirst("Content-MD5"))
                    .as("S3 refuses such a request without a digest")
                    .isNotEmpty();
        } finally {
            server.stop(0);
        }
    }
}
