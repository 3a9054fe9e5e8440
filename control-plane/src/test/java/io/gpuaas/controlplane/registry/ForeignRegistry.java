package io.gpuaas.controlplane.registry;

import static org.awaitility.Awaitility.await;

import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Another registry of the family of docker-registry, over files in a folder. */
final class ForeignRegistry implements AutoCloseable {

    private final Process server;
    private final int port;

    private ForeignRegistry(Process server, int port) {
        this.server = server;
        this.port = port;
    }

    static ForeignRegistry start(String program, Path folder) throws IOException {
        Path binary = RealServers.require(program);
        int port = FreePort.find(0);
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
        Process server = new ProcessBuilder(binary.toString(), "serve", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        ForeignRegistry registry = new ForeignRegistry(server, port);
        await().atMost(Duration.ofSeconds(60)).until(registry::answers);
        return registry;
    }

    private boolean answers() {
        if (!server.isAlive()) {
            throw new IllegalStateException("the registry ended");
        }
        try {
            return client("none").get("/v2/").status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    RegistryClient client() {
        return client("acme/r" + UUID.randomUUID());
    }

    private RegistryClient client(String repository) {
        return new RegistryClient("http://127.0.0.1:" + port, repository, "");
    }

    static RegistryClient neighbour(RegistryClient client) {
        return client.at(client.repository() + "/neighbour");
    }

    @Override
    public void close() {
        server.destroy();
    }

    /** Lets tests fail for known reasons. One that passes although it is listed fails, so that lists stay true. */
    record Deviations(Map<String, String> reasons) implements InvocationInterceptor {

        static Deviations of(String... methodsAndReasons) {
            Map<String, String> reasons = new HashMap<>();
            for (int i = 0; i < methodsAndReasons.length; i += 2) {
                reasons.put(methodsAndReasons[i], methodsAndReasons[i + 1]);
            }
            return new Deviations(reasons);
        }

        @Override
        public void interceptTestMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> context,
                ExtensionContext extensionContext)
                throws Throwable {
            String reason = reasons.get(context.getExecutable().getName());
            try {
                invocation.proceed();
            } catch (AssertionError | UncheckedIOException e) {
                if (reason == null) {
                    throw e;
                }
                return;
            }
            if (reason != null) {
                throw new AssertionError("no deviation any more: " + reason);
            }
        }
    }
}
