package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.topology.GpuUuids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A terminal of a real account of this machine; needs root and useradd. */
class LinuxShellTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
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
                Path.of("/"), new GpuUuids(folder.resolve("uuids")), folder.resolve("log"), folder.resolve("mig"), 22);
    }

    @Test
    void theShellIsTheLoginsOwnWithNothingOfTheAgents() throws Exception {
        Terminal terminal = new Terminal(
                UUID.randomUUID(),
                allocation,
                host().shell(allocation, name),
                new Limits(MINUTES, MINUTES, MINUTES),
                new Tape(null),
                ended -> {});
        terminal.start();
        Client client = Client.open(terminal, "one");
        client.type("id -un; id -gn; pwd; stat -c %U $(tty); grep CapEff /proc/self/status; env; echo end-$((1+1))\r");
        client.awaitScreen("end-2");
        assertThat(client.screen())
                .containsPattern(name + "\r\n" + name + "\r\n/home/" + name + "\r\n" + name + "\r\n")
                .containsPattern("CapEff:\\s+0000000000000000")
                .doesNotContain("JAVA_HOME", "MAVEN");
        client.type("exit 3\r");
        assertThat(client.ended.get()).contains("\"code\":3");
    }

    @Test
    void aLoginOfAnotherAllocationOrOfTheHostItselfHasNoTerminal() {
        assertThatThrownBy(() -> host().shell(UUID.randomUUID(), name)).isInstanceOf(TaskFailure.class);
        assertThatThrownBy(() -> host().shell(allocation, "root")).isInstanceOf(TaskFailure.class);
    }
}
