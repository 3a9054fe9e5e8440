package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.host.GuestShells;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.host.TenantUnits;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.kernel.log.JsonLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shells in services of the machine's own systemd; needs root, useradd, and systemd as the init. */
class LinuxUnitsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration MINUTES = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private final UUID allocation = UUID.randomUUID();
    private final UUID id = UUID.randomUUID();
    private final String name =
            "gpuunit" + Long.toString(ProcessHandle.current().pid(), 36);

    private boolean isMade;

    @SuppressWarnings("NullAway.Init")
    LinuxUnitsTest() {}

    @BeforeEach
    void makeLogin() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name"))
                        && Files.isDirectory(Path.of("/run/systemd/system"))
                        && Files.exists(Path.of("/run/dbus/system_bus_socket")),
                "needs root and systemd as the init");
        isMade = true;
        Program.of(LIMIT, "useradd", "--create-home", "--shell", "/bin/bash", "--comment", "gpuaas " + allocation, name)
                .run();
    }

    @AfterEach
    void removeLogin() throws Exception {
        if (isMade) {
            Processes.endAll(Processes.NO_SESSION, Processes.ALLOCATION + "=" + allocation);
            Program.of(LIMIT, "userdel", "--remove", name).run();
        }
    }

    private Login login() throws Exception {
        return new LinuxHost(
                        Path.of("/"),
                        new GpuUuids(folder.resolve("uuids")),
                        folder.resolve("log"),
                        folder.resolve("mig"),
                        new GuestShells(folder),
                        22)
                .login(allocation, name);
    }

    private Terminal terminal() throws Exception {
        Terminal terminal = new Terminal(
                id,
                allocation,
                login().shell(),
                new Limits(MINUTES, MINUTES, MINUTES),
                new Tape(null),
                new Pictures(10_000_000),
                JsonLog.discarding(),
                ended -> {});
        terminal.start();
        return terminal;
    }

    private List<ProcessHandle> sleepers() {
        return Processes.list(Processes.NO_SESSION, Processes.ALLOCATION + "=" + allocation).stream()
                .filter(process -> process.info().command().orElse("").endsWith("sleep"))
                .toList();
    }

    @Test
    void theShellIsNotAmongTheAgentsOwn() throws Exception {
        Client client = Client.open(terminal(), "one");
        client.type("cat /proc/self/cgroup; grep -E 'SigIgn|Seccomp:' /proc/self/status; tty; stty size;"
                + " echo session-$(ps -o sid= -p $$ | tr -d ' ')=$$ end-$((1+1))\r");
        client.awaitScreen("end-2");
        assertThat(client.screen())
                .contains("/" + TenantUnits.slice(allocation) + "/" + TenantUnits.terminal(id))
                .containsPattern("SigIgn:\t0+\r")
                .containsPattern("Seccomp:\t0\r")
                .contains("/dev/pts/", "30 100")
                .containsPattern("session-(\\d+)=\\1 ");
        client.tell("{\"type\":\"resize\",\"columns\":132,\"rows\":43}");
        client.type("stty size\r");
        client.awaitScreen("43 132");
        client.type("sh -c 'echo asleep-$((1+1)); exec sleep 1000'\r");
        client.awaitScreen("asleep-2");
        client.type("\003echo after-$?\r");
        client.awaitScreen("after-130");
        client.type("exit 3\r");
        assertThat(client.ended.get(60, TimeUnit.SECONDS)).contains("\"code\":3");
    }

    @Test
    void backgroundProcessesOutliveTheShellAndEndWithTheAllocation() throws Exception {
        Client client = Client.open(terminal(), "one");
        client.type("nohup sleep 1001 >/dev/null 2>&1 & env -i setsid sleep 1002 & exit\r");
        assertThat(client.ended.get(60, TimeUnit.SECONDS)).contains("\"code\":0");
        await().until(() -> sleepers().size() == 2);
        Processes.endAll(Processes.NO_SESSION, Processes.ALLOCATION + "=" + allocation);
        assertThat(sleepers()).isEmpty();
    }

    @Test
    void endingATerminalEndsAlsoWhatBeganASessionOfItsOwnWithNoMark() throws Exception {
        Terminal terminal = terminal();
        Client client = Client.open(terminal, "one");
        client.type("env -i setsid sleep 1002 & echo up-$((1+1))\r");
        client.awaitScreen("up-2");
        await().until(() -> sleepers().size() == 1);
        terminal.end(End.CLOSED);
        assertThat(client.ended.get(60, TimeUnit.SECONDS)).contains("closed");
        assertThat(Processes.list(Processes.NO_SESSION, Processes.TERMINAL + "=" + id))
                .isEmpty();
    }

    /** As after the death of the agent that began it. */
    @Test
    void aShellThatDoesNotHearOfItsAgentsEndIsStoppedAndWhatItLeftRunningIsNot() throws Exception {
        Client client = Client.open(terminal(), "one");
        client.type("nohup sleep 1001 >/dev/null 2>&1 & trap '' HUP TERM; echo up-$((1+1));"
                + " while :; do tail -f /dev/null; done\r");
        client.awaitScreen("up-2");
        TenantUnits.stopTerminals(List.of(id));
        assertThat(client.ended.get(60, TimeUnit.SECONDS)).contains("exited");
        assertThat(sleepers()).hasSize(1);
    }

    @Test
    void aFileMayHaveTheNameOfAVariable() throws Exception {
        byte[] bytes = "what it says".getBytes(StandardCharsets.UTF_8);
        for (String path : new String[] {"$HOME", "${HOME}", "a $$ b", "%h"}) {
            assertThat(new FilePeer(FileOrders.upload(path, bytes), bytes)
                            .run(login())
                            .reason())
                    .isNull();
            assertThat(Path.of("/home", name, path)).hasBinaryContent(bytes);
            FilePeer down = new FilePeer(FileOrders.download(path), new byte[0]);
            assertThat(down.run(login()).reason()).isNull();
            assertThat(down.got.toByteArray()).isEqualTo(bytes);
        }
        assertThat(new FilePeer(FileOrders.download("absent"), new byte[0])
                        .run(login())
                        .reason())
                .isEqualTo("not_found");
    }
}
