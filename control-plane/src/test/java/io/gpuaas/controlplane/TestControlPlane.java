package io.gpuaas.controlplane;

import io.gpuaas.controlplane.events.PublishedEventCheck;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.issuer.CheapPasswords;
import io.gpuaas.controlplane.listeners.MetricsPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The real control plane on a real database and a real port, in this JVM. */
public final class TestControlPlane implements AutoCloseable {

    private static @Nullable TestControlPlane shared;

    private final TestDatabase database;
    private final Path dataDirectory = dataDirectory();
    private final ConfigurableApplicationContext context;

    private TestControlPlane(TestDatabase database, Map<String, String> settings, Class<?>... additions) {
        this.database = database;
        SpringApplication application = ControlPlane.application();
        application.setAllowBeanDefinitionOverriding(true);
        application.setRegisterShutdownHook(false);
        application.addPrimarySources(List.of(additions));
        application.addPrimarySources(List.of(PublishedEventCheck.class, CheapPasswords.class));
        this.context = application.run(arguments(settings));
    }

    /** The one most tests share. They keep out of each other's way by making tenants of their own. */
    public static synchronized TestControlPlane shared() {
        TestControlPlane running = shared;
        if (running == null) {
            running = start(Map.of());
            TestDatabase.beforeExit(running::close);
            shared = running;
        }
        return running;
    }

    public static TestControlPlane start(Map<String, String> settings, Class<?>... additions) {
        return new TestControlPlane(TestDatabase.create(), settings, additions);
    }

    /** One more process on the same database. */
    public TestControlPlane startTwin(Map<String, String> settings, Class<?>... additions) {
        Map<String, String> shared = new HashMap<>(Map.of(
                "gpuaas.nodes.authority-file",
                dataDirectory.resolve("node-authority.pem").toString(),
                "gpuaas.nodes.task-key-file",
                dataDirectory.resolve("node-task-keys.json").toString()));
        shared.putAll(settings);
        return new TestControlPlane(database, shared, additions);
    }

    private String[] arguments(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "gpuaas.data-dir", dataDirectory.toString(),
                "gpuaas.server.port", "0",
                "gpuaas.nodes.port", "0",
                "gpuaas.database.mode", "external",
                "gpuaas.database.url", database.url(),
                "gpuaas.database.username", TestDatabase.user(),
                "gpuaas.database.password", TestDatabase.password(),
                "gpuaas.bus.lease-duration", "2s",
                "gpuaas.audit.seal-interval", "100ms",
                "gpuaas.server.drain-timeout", "2s"));
        all.put("gpuaas.gateways.port", "0");
        all.put("gpuaas.server.metrics-port", "0");
        // Some tests have a public URL, and all pay with play money.
        all.put("gpuaas.payments.allow-free-credit-beyond-loopback", "true");
        all.put("gpuaas.machines.provisioner", "agent");
        all.put("gpuaas.billing.tick-interval", "1s");
        all.put("gpuaas.billing.verify-interval", "1s");
        // All tests come from one address, and many look for what was refused.
        all.put("gpuaas.audit.refusals-per-address-max", "100000");
        all.put("gpuaas.audit.refusals-max", "100000");
        all.putAll(settings);
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return arguments.toArray(String[]::new);
    }

    private static Path dataDirectory() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target", "test-data")), "d");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public TestDatabase database() {
        return database;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public <T> Collection<T> beans(Class<T> type) {
        return context.getBeansOfType(type).values();
    }

    public int port() {
        return Objects.requireNonNull(((ServletWebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    /** The metrics as Prometheus scrapes them. */
    public ApiClient.Reply metrics() {
        return metrics("/metrics");
    }

    public ApiClient.Reply metrics(String path) {
        return new ApiClient(MetricsPort.of(context), "").get(path);
    }

    public TestPrincipals principals() {
        return new TestPrincipals(context);
    }

    /** A client with the platform administrator's token. */
    public ApiClient admin() {
        return client(principals().platformAdmin());
    }

    public ApiClient client(String token) {
        return new ApiClient(port(), token);
    }

    public ApiClient anonymous() {
        return new ApiClient(port(), "");
    }

    @Override
    public void close() {
        context.close();
    }
}
