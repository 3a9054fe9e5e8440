package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.host.HostLogin;
import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.host.Shell;
import io.gpuaas.kernel.log.JsonLog;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shells as units, with a script in the place of systemd-run; {@link LinuxUnitsTest} has the real one. */
class ShellUnitTest {

    private static final Duration MINUTES = Duration.ofMinutes(5);

    /**
     * A session without a terminal, the program's own descriptors, signals as they are by default, more in the environment,
     * and $$ for each $.
     */
    private static final String STAND_IN = """
            #!/bin/bash
            while [ "$1" != -- ]; do shift; done
            shift
            export INVOCATION_ID=1 LANG=xx
            exec setsid env --default-signal "${@//\\$\\$/\\$}"
            """;

    @TempDir
    Path folder;

    private Login login;

    @SuppressWarnings("NullAway.Init")
    ShellUnitTest() {}

    @BeforeEach
    void makeStandIn() throws Exception {
        Path script = Files.writeString(folder.resolve("systemd-run"), STAND_IN);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment =
                Map.of("PATH", folder + ":/usr/bin:/bin", "HOME", folder.toString(), "TERM", "dumb");
        login = new HostLogin(List.of("env", "--chdir=" + folder, "--"), environment, folder, null, true);
    }

    private Client open() {
        Terminal terminal = new Terminal(
                UUID.randomUUID(),
                UUID.randomUUID(),
                login.shell(),
                new Limits(MINUTES, MINUTES, MINUTES),
                new Tape(null),
                new Pictures(10_000_000),
                JsonLog.discarding(),
                ended -> {});
        terminal.start();
        return Client.open(terminal, "one");
    }

    @Test
    void theShellHasTheTerminalItsWindowAndNothingElseInItsEnvironment() throws Exception {
        Client client = open();
        client.type("tty; stty size; echo had-$((1+1)) $(tr '\\0' '\\n' </proc/$$/environ | sed 's/=.*//' | sort)"
                + " all-$((1+1))\r");
        client.awaitScreen("all-2");
        assertThat(client.screen())
                .contains("/dev/pts/", "30 100", "had-2 GPUAAS_ALLOCATION GPUAAS_TERMINAL HOME PATH TERM all-2");
        client.tell("{\"type\":\"resize\",\"columns\":132,\"rows\":43}");
        client.type("stty size\r");
        client.awaitScreen("43 132");
        client.type("sh -c 'echo asleep-$((1+1)); exec sleep 1000'\r");
        client.awaitScreen("asleep-2");
        client.type("\003echo after-$?\r");
        client.awaitScreen("after-130");
        client.type("exit 3\r");
        assertThat(client.ended.get()).contains("\"code\":3");
    }

    @Test
    void valuesOfVariablesReachTheProgramThroughAFileAndStandOnNoCommandLine() throws Exception {
        String value = "it's $HOME `x`\n\u00e4\u0081 \"secret\"";
        Shell program = login.running(
                List.of("sh", "-c", "printf '%s' \"$WORD$EMPTY\"; env | grep -c GPUAAS_VALUE"),
                Map.of("WORD", value, "EMPTY", ""));
        Path file = Files.writeString(folder.resolve("values $1"), ShellLaunch.values(program));
        List<String> command = ShellLaunch.commandAsUnit(program, UUID.randomUUID(), UUID.randomUUID(), file);
        assertThat(command).noneMatch(word -> word.contains("secret")).noneMatch(word -> word.startsWith("--setenv"));

        command.addFirst("env");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", folder + ":/usr/bin:/bin");
        Process started = builder.start();
        started.getOutputStream().close();
        assertThat(new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(value + "0\n");
        assertThat(file).doesNotExist();
    }
}
