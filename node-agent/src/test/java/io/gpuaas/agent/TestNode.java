package io.gpuaas.agent;

import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.host.SimulatedHost;
import io.gpuaas.agent.host.Simulation;
import io.gpuaas.agent.task.Backoff;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.agent.wire.JoinToken;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A simulated node of a fake control plane, in this process. */
final class TestNode implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Agent.Settings QUICK = new Agent.Settings(
            Duration.ofSeconds(5),
            new Backoff.Limits(Duration.ofMillis(20), Duration.ofMillis(200)),
            Duration.ofSeconds(2));

    final FakeControlPlane controlPlane;
    final Path folder;
    final StateFolder state;
    GuestTokens tokens;
    Optional<Assembly.Installed> installed = Optional.empty();
    InetSocketAddress guests;
    double speed = 200;
    private Agent agent;
    private CompletableFuture<Integer> running = new CompletableFuture<>();

    @SuppressWarnings("NullAway.Init")
    TestNode(FakeControlPlane controlPlane, Path folder) throws IOException {
        this.controlPlane = controlPlane;
        this.folder = folder;
        this.state = StateFolder.open(folder);
    }

    NodeId enroll() throws Exception {
        return new Enrolment(new IdentityStore(state))
                .enroll(
                        controlPlane.address(),
                        JoinToken.parse(controlPlane.joinToken()),
                        "host-1",
                        "00000000-0000-4000-8000-00000000b007");
    }

    TestNode start() throws Exception {
        tokens = new GuestTokens(state.file("guests.json"));
        SimulatedHost host = new SimulatedHost(
                new Simulation(folder.resolve("host"), "H100", 1, speed, List.of()), tokens, Clock.systemUTC());
        agent = new Assembly(state, host, tokens)
                .guests(guests)
                .updates(installed)
                .build(QUICK);
        Agent started = agent;
        CompletableFuture<Integer> exit = new CompletableFuture<>();
        running = exit;
        Thread.ofVirtual().start(() -> {
            try {
                exit.complete(started.run());
            } catch (InterruptedException e) {
                exit.completeExceptionally(e);
            }
        });
        return this;
    }

    /** As a crash would: nothing is told to anybody. */
    void stop() throws IOException {
        agent.close();
    }

    int exitCode() {
        return running.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    JsonNode result(TaskId task) {
        await().atMost(PATIENCE).until(() -> controlPlane.findResult(task).isPresent());
        return controlPlane.findResult(task).orElseThrow();
    }

    void fault(String line) throws IOException {
        Files.createDirectories(folder.resolve("host"));
        Files.writeString(folder.resolve("host/faults"), line + "\n");
    }

    /** How often something really happened. */
    long effects(String name) throws IOException {
        Path file = folder.resolve("host/effects").resolve(name);
        if (Files.notExists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    long executions(TaskId task) throws IOException {
        Path file = folder.resolve("host/executions").resolve(task + "#1");
        if (Files.notExists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    static String user(String name) {
        return "{\"allocation_id\":\"00000000-0000-4000-8000-0000000000aa\",\"username\":\"" + name
                + "\",\"ssh_keys\":[\"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKey me\"]}";
    }

    @Override
    public void close() throws IOException {
        if (agent != null) {
            agent.close();
        }
    }
}
