package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.SilentProgress;
import io.gpuaas.agent.host.SimulatedHost;
import io.gpuaas.agent.host.Simulation;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.agent.task.UserTasks.ProvisionUser;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.kernel.log.JsonLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One life of the agent after the other on the same folder. Real kills are in CrashTest. */
class BegunTerminalsTest {

    private static final String KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx5 me@example";
    private static final String AGENT_ENDED = " {\"reason\":\"agent_ended\"}";

    @TempDir
    Path folder;

    private final UUID allocation = UUID.randomUUID();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<Client> came = new CopyOnWriteArrayList<>();
    private final List<Terminals> lives = new ArrayList<>();
    private SimulatedHost host;

    @SuppressWarnings("NullAway.Init")
    BegunTerminalsTest() {}

    @BeforeEach
    void makeLogin() throws Exception {
        host = new SimulatedHost(
                new Simulation(folder.resolve("host"), "H100", 1, 1_000, List.of()),
                new GuestTokens(folder.resolve("guests")),
                Clock.systemUTC());
        host.provisionUser(
                new ProvisionUser(allocation, "ada", null, List.of(), List.of(KEY), List.of(), null, null),
                new SilentProgress());
    }

    @AfterEach
    void endAll() throws Exception {
        for (Terminals life : lives) {
            life.release(allocation);
        }
    }

    private Terminals life() throws Exception {
        Terminals life = new Terminals(
                host,
                (url, listener) -> {
                    Client client = new Client(listener);
                    came.add(client);
                    return CompletableFuture.completedFuture(client);
                },
                new Spool(Files.createDirectories(folder.resolve("spool")), 1_000_000),
                (terminal, report) -> told.add(terminal + " " + new String(report, StandardCharsets.UTF_8)),
                JsonLog.discarding(),
                Files.createDirectories(folder.resolve("terminals")));
        lives.add(life);
        return life;
    }

    private Client connect(Terminals life, UUID terminal) throws Exception {
        life.open(OpenTasks.begin(terminal, allocation, "ada"));
        return came.getLast();
    }

    private Client open(Terminals life, UUID terminal) throws Exception {
        return Client.open(connect(life, terminal), "one", 0, true);
    }

    @Test
    void theEndOfAShellIsToldOnceAndForgotten() throws Exception {
        UUID terminal = UUID.randomUUID();
        Client client = open(life(), terminal);
        client.type("exit 3\r");
        await().until(() -> told.contains(terminal + " {\"reason\":\"exited\",\"code\":3}"));
        await().until(() -> Files.notExists(folder.resolve("terminals/" + terminal)));
        life().reportLeft();
        assertThat(told).hasSize(1);
    }

    @Test
    void aClientThatLostItsConnectionReturnsToSeeTheEnd() throws Exception {
        UUID terminal = UUID.randomUUID();
        Terminals life = life();
        Client first = open(life, terminal);
        Path home = folder.resolve("host/user/ada/home");
        first.type("until [ -e onward ]; do sleep 0.1; done; echo rest-$((1+1)); touch over; exit 3\r");
        first.awaitScreen("until");
        first.loseConnection();
        Files.createFile(home.resolve("onward"));
        await().until(() -> Files.exists(home.resolve("over")));
        await().during(Duration.ofSeconds(1)).until(told::isEmpty);

        Client again = Client.open(connect(life, terminal), "one", first.received(), true);
        again.awaitText("\"code\":3");
        assertThat(first.screen() + again.screen()).contains("rest-2");
        await().until(() -> told.contains(terminal + " {\"reason\":\"exited\",\"code\":3}"));
    }

    @Test
    void clientsAreNotifiedWhenTheAgentStops() throws Exception {
        Terminals life = life();
        Client client = open(life, UUID.randomUUID());
        life.close();
        client.awaitText("{\"type\":\"exited\",\"reason\":\"agent_stops\"}");
    }

    @Test
    void terminalsOfAnEarlierRunAreReportedByTheNextAndNotStartedAgain() throws Exception {
        UUID left = UUID.randomUUID();
        open(life(), left);
        Files.writeString(folder.resolve("terminals/" + UUID.randomUUID() + ".new"), "killed while it was written");

        Terminals next = life();
        connect(next, left).awaitText("\"gone\"");
        UUID fresh = UUID.randomUUID();
        open(next, fresh);
        next.reportLeft();
        assertThat(told).containsExactly(left + AGENT_ENDED);

        life().reportLeft();
        assertThat(told).as("of the third life").containsExactly(left + AGENT_ENDED, fresh + AGENT_ENDED);
    }
}
