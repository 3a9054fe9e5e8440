package io.gpuaas.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.host.GuestShells;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.host.TenantUnits;
import io.gpuaas.agent.task.CommandTasks.AttachCommand;
import io.gpuaas.agent.task.CommandTasks.CancelCommand;
import io.gpuaas.agent.task.CommandTasks.StartCommand;
import io.gpuaas.agent.terminal.Processes;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.kernel.log.JsonLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in services of the machine's own systemd; needs root, useradd, and systemd as the init. */
class CommandUnitsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Starting a unit takes seconds in an emulated machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final UUID id = UUID.randomUUID();
    private final UUID allocation = UUID.randomUUID();
    private final String name = "gpucmd" + Long.toString(ProcessHandle.current().pid(), 36);
    private final List<FakeSocket> came = new CopyOnWriteArrayList<>();
    private final Map<UUID, String> ends = new ConcurrentHashMap<>();

    private boolean isMade;
    private Commands commands;
    private Thread running;

    @SuppressWarnings("NullAway.Init")
    CommandUnitsTest() {}

    @BeforeEach
    void makeLogin() throws Exception {
        Assumptions.assumeTrue(TenantUnits.arePossible(), "needs root and systemd as the init");
        isMade = true;
        Program.of(LIMIT, "useradd", "--create-home", "--shell", "/bin/bash", "--comment", "gpuaas " + allocation, name)
                .run();
        LinuxHost host = new LinuxHost(
                Path.of("/"),
                new GpuUuids(folder.resolve("uuids")),
                folder.resolve("log"),
                folder.resolve("mig"),
                new GuestShells(folder),
                22);
        commands = new Commands(
                host,
                (url, listener) -> {
                    came.add(new FakeSocket(listener));
                    return CompletableFuture.completedFuture(came.getLast());
                },
                new CommandStore() {
                    @Override
                    public long keep(UUID command, String stream, long offset, byte[] piece) {
                        return offset + piece.length;
                    }

                    @Override
                    public void report(UUID command, byte[] end) {
                        ends.putIfAbsent(command, new String(end, StandardCharsets.UTF_8));
                    }
                },
                JsonLog.discarding(),
                Files.createDirectories(folder.resolve("commands")));
        running = Thread.ofVirtual().start(() -> {
            try {
                commands.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @AfterEach
    void removeLogin() throws Exception {
        if (!isMade) {
            return;
        }
        if (commands != null) {
            commands.close();
            running.interrupt();
            running.join();
        }
        Processes.endAll(Processes.NO_SESSION, Processes.ALLOCATION + "=" + allocation);
        Program.of(LIMIT, "userdel", "--remove", name).run();
    }

    private FakeSocket start(boolean stdin, String script) throws Exception {
        commands.start(new StartCommand(
                id,
                allocation,
                name,
                List.of("sh", "-c", script),
                Map.of("SECRET", "a 'b' $c %h"),
                null,
                stdin,
                600,
                1_000_000));
        commands.attach(new AttachCommand(id, UUID.randomUUID(), allocation, "wss://gateway/x"));
        FakeSocket client = came.getLast();
        client.open(0, 0, 1_000_000);
        return client;
    }

    private String awaitEnd() {
        await().atMost(PATIENCE).until(() -> ends.containsKey(id));
        return String.valueOf(ends.get(id));
    }

    private static String text(FakeSocket client, int stream) throws Exception {
        return new String(client.output(stream), StandardCharsets.UTF_8);
    }

    @Test
    void aCommandRunsInTheSliceOfItsAllocationAndOnlyItsProgramKnowsItsVariables() throws Exception {
        FakeSocket client = start(
                true, "cat /proc/self/cgroup; id -un; pwd; printf 'is %s\\n' \"$SECRET\"; cat; echo wrong >&2; exit 7");
        client.awaitText("credit");
        String units = Program.of(LIMIT, "systemctl", "show", "*").run().out();
        client.type("typed\n");
        client.tell("{\"type\":\"input_end\",\"offset\":6}");
        assertThat(awaitEnd()).contains("\"code\":7").contains("\"state\":\"exited\"");
        await().atMost(PATIENCE).until(() -> text(client, 0).endsWith("typed\n"));
        assertThat(text(client, 0))
                .contains("/" + TenantUnits.slice(allocation) + "/")
                .contains("\n" + name + "\n/home/" + name + "\nis a 'b' $c %h\ntyped\n");
        assertThat(text(client, 1)).isEqualTo("wrong\n");
        assertThat(units).contains(id.toString()).doesNotContain("a 'b'");
    }

    @Test
    void cancelingEndsAlsoWhatIgnoresSignalsAndWhatBeganASessionOfItsOwn() throws Exception {
        FakeSocket client =
                start(false, "trap '' TERM HUP INT; env -i setsid sleep 1003 & echo $!; while :; do sleep 1; done");
        await().atMost(PATIENCE).until(() -> text(client, 0).endsWith("\n"));
        long forked = Long.parseLong(text(client, 0).strip());
        assertThat(ProcessHandle.of(forked)).isPresent();
        commands.cancel(new CancelCommand(id));
        assertThat(awaitEnd()).contains("\"state\":\"canceled\"");
        await().atMost(PATIENCE)
                .until(() ->
                        ProcessHandle.of(forked).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void signalsReachTheProgramInItsUnit() throws Exception {
        FakeSocket client = start(false, "trap 'echo caught; exit 3' INT; echo ready; while :; do sleep 0.1; done");
        await().atMost(PATIENCE).until(() -> text(client, 0).equals("ready\n"));
        client.tell("{\"type\":\"signal\",\"name\":\"INT\"}");
        assertThat(awaitEnd()).contains("\"code\":3");
        await().atMost(PATIENCE).until(() -> text(client, 0).equals("ready\ncaught\n"));
    }
}
