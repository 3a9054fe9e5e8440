package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.SimulatedHost;
import io.gpuaas.agent.host.Simulation;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.TerminalTasks.OpenTerminal;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.kernel.log.JsonLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpeningTest {

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    OpeningTest() {}

    @Test
    void aShellThatCannotBeStartedIsReportedToItsClientAtOnce() throws Exception {
        List<String> reported = new CopyOnWriteArrayList<>();
        AtomicReference<Client> client = new AtomicReference<>();
        OpenTerminal task = OpenTasks.begin(UUID.randomUUID(), UUID.randomUUID(), "nobody-here");
        try (Terminals terminals = new Terminals(
                new SimulatedHost(
                        new Simulation(folder.resolve("host"), "H200", 7, 10_000, List.of()),
                        new GuestTokens(folder.resolve("guests.json")),
                        Clock.systemUTC()),
                (gateway, listener) -> {
                    client.set(new Client(listener));
                    return CompletableFuture.completedFuture(client.get());
                },
                new Spool(folder, 1_000_000),
                (terminal, report) -> reported.add(terminal + " " + new String(report, StandardCharsets.UTF_8)),
                JsonLog.discarding(),
                folder)) {
            assertThatThrownBy(() -> terminals.open(task))
                    .isInstanceOf(TaskFailure.class)
                    .hasMessageContaining("user_absent");
            client.get()
                    .tell(
                            "{\"type\":\"open\",\"client\":\"one\",\"offset\":0,\"columns\":80,\"rows\":24,\"write\":true}");
            client.get().awaitText("{\"type\":\"exited\",\"reason\":\"user_absent\"}");
            await().until(() -> !reported.isEmpty());
            assertThat(reported).containsExactly(task.sessionId() + " {\"reason\":\"user_absent\"}");
        }
    }

    @Test
    void asManyAsTheMemoryHoldsAreOpenAtOnce() {
        assertThat(Terminals.openMax(128L << 20)).isEqualTo(35);
        assertThat(Terminals.openMax(1600L << 20)).isEqualTo(512);
        assertThat(Terminals.openMax(1)).isEqualTo(1);
    }
}
