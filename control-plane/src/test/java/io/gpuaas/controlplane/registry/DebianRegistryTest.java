package io.gpuaas.controlplane.registry;

import static org.awaitility.Awaitility.await;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of registries against Debian's docker-registry, which shows that the tests are not made for ours. Its known
 * deviations are listed; one that disappears fails the test too.
 */
@Against("docker-registry")
class DebianRegistryTest extends RegistryContract {

    private static final Map<String, String> DEVIATIONS = Map.of(
            "aBlobArrivesInChunksAndTheirOrderIsKept", "a chunk that leaves a gap is accepted",
            "referrersArePushedBeforeTheirSubjectAndFound", "version 2.8 has no referrers",
            "aManifestIsReadByTagAndByDigestAsItCame", "an OCI manifest is hidden from a client without Accept",
            "whatIsDeletedIsGoneAtOnce", "a tag cannot be deleted",
            "tagsAreListedInOrderAndInPages", "tags are listed without order",
            "aManifestUnderAnotherDigestIsRefused", "a malformed digest is answered 500");

    @TempDir
    static Path folder;

    private static Process server;
    private static int port;

    @RegisterExtension
    final InvocationInterceptor deviations = new InvocationInterceptor() {
        @Override
        public void interceptTestMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> context,
                ExtensionContext extensionContext)
                throws Throwable {
            String reason = DEVIATIONS.get(context.getExecutable().getName());
            try {
                invocation.proceed();
            } catch (AssertionError e) {
                if (reason == null) {
                    throw e;
                }
                return;
            }
            if (reason != null) {
                throw new AssertionError("no deviation any more: " + reason);
            }
        }
    };

    @BeforeAll
    static void start() throws IOException {
        Path program = RealServers.require("docker-registry");
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path config = folder.resolve("config.yml");
        Files.writeString(config, """
                version: 0.1
                storage:
                  filesystem:
                    rootdirectory: %s
                  delete:
                    enabled: true
                http:
                  addr: 127.0.0.1:%d
                """.formatted(folder.resolve("data"), port));
        server = new ProcessBuilder(program.toString(), "serve", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60)).until(DebianRegistryTest::answers);
    }

    private static boolean answers() {
        if (!server.isAlive()) {
            throw new IllegalStateException("docker-registry ended");
        }
        try {
            return new RegistryClient("http://127.0.0.1:" + port, "none", "")
                            .get("/v2/")
                            .status()
                    == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.destroy();
        }
    }

    @Override
    RegistryClient client() {
        return new RegistryClient("http://127.0.0.1:" + port, "acme/r" + UUID.randomUUID(), "");
    }
}
