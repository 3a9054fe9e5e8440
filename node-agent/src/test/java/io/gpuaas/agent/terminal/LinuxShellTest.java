package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.host.GuestShells;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A terminal of a real account of this machine; needs root and useradd. */
class LinuxShellTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration MINUTES = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private final UUID allocation = UUID.randomUUID();
    private final String name =
            "gputerm" + Long.toString(ProcessHandle.current().pid(), 36);

    @SuppressWarnings("NullAway.Init")
    LinuxShellTest() {}

    @BeforeEach
    void makeLogin() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/sbin/useradd")),
                "needs root and useradd");
        Program.of(LIMIT, "useradd", "--create-home", "--shell", "/bin/bash", "--comment", "gpuaas " + allocation, name)
                .run();
    }

    @AfterEach
    void removeLogin() throws Exception {
        Program.of(LIMIT, "userdel", "--remove", name).run();
    }

    private LinuxHost host() throws IOException {
        return new LinuxHost(
                Path.of("/"),
                new GpuUuids(folder.resolve("uuids")),
                folder.resolve("log"),
                folder.resolve("mig"),
                new GuestShells(folder),
                22);
    }

    @Test
    void theShellIsTheLoginsOwnWithNothingOfTheAgents() throws Exception {
        Terminal terminal = new Terminal(
                UUID.randomUUID(),
                allocation,
                host().login(allocation, name).shell(),
                new Limits(MINUTES, MINUTES, MINUTES),
                new Tape(null),
                new Pictures(10_000_000),
                JsonLog.discarding(),
                ended -> {});
        terminal.start();
        Client client = Client.open(terminal, "one");
        client.type("id -un; id -gn; pwd; stat -c %U $(tty); grep CapEff /proc/self/status; echo end-$((1+1))\r");
        client.awaitScreen("end-2");
        assertThat(client.screen())
                .containsPattern(name + "\r\n" + name + "\r\n/home/" + name + "\r\n" + name + "\r\n")
                .containsPattern("CapEff:\\s+0000000000000000");
        client.type(
                "echo had-$((1+1)) $(tr '\\0' '\\n' </proc/$$/environ | sed 's/=.*//' | grep -v PWD | sort) all-$((1+1))\r");
        client.awaitScreen("all-2");
        assertThat(client.screen())
                .as("what the shell was started with")
                .contains("had-2 COLORTERM GPUAAS_ALLOCATION GPUAAS_TERMINAL HOME LANG LOGNAME PATH SHELL TERM USER"
                        + " all-2");
        client.type("exit 3\r");
        assertThat(client.ended.get()).contains("\"code\":3");
    }

    @Test
    void releasingEndsTheTerminalAndEverythingStartedInIt() throws Exception {
        List<Client> came = new CopyOnWriteArrayList<>();
        Map<UUID, String> told = new ConcurrentHashMap<>();
        Terminals terminals = new Terminals(
                host(),
                (url, listener) -> {
                    came.add(new Client(listener));
                    return CompletableFuture.completedFuture(came.getLast());
                },
                new Spool(Files.createDirectories(folder.resolve("spool")), 1_000_000),
                (terminal, report) -> told.put(terminal, new String(report, StandardCharsets.UTF_8)),
                JsonLog.discarding(),
                Files.createDirectories(folder.resolve("terminals")));
        UUID id = UUID.randomUUID();
        terminals.open(OpenTasks.begin(id, allocation, name));
        Client client = Client.open(came.getFirst(), "one", 0, true);
        client.type("nohup setsid sleep 1001 & (trap '' HUP TERM INT; sleep 1002) & echo $(id -un)-$((1+1))\r");
        client.awaitScreen(name + "-2");
        String mark = Processes.ALLOCATION + "=" + allocation;
        await().until(() -> Processes.list(Processes.NO_SESSION, mark).size() >= 3);

        terminals.release(allocation);
        assertThat(Processes.list(Processes.NO_SESSION, mark)).isEmpty();
        assertThat(client.ended.get(60, TimeUnit.SECONDS)).contains("released");
        await().until(() -> "{\"reason\":\"released\"}".equals(told.get(id)));
    }

    @Test
    void aLoginOfAnotherAllocationOrOfTheHostItselfHasNoTerminal() {
        assertThatThrownBy(() -> host().login(UUID.randomUUID(), name)).isInstanceOf(TaskFailure.class);
        assertThatThrownBy(() -> host().login(allocation, "root")).isInstanceOf(TaskFailure.class);
    }
}
