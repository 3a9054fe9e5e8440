package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.host.Shell;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ShellLaunchTest {

    private static final Path SLAVE = Path.of("/dev/pts/7");
    private static final UUID ID = UUID.fromString("019a8f00-1111-7222-8333-444455556666");
    private static final UUID ALLOCATION = UUID.fromString("019a8f00-aaaa-7bbb-8ccc-ddddeeeeffff");
    private static final Shell SHELL =
            new Shell(List.of("setpriv", "--reuid=7", "--", "bash"), Map.of("TERM", "dumb"), Path.of("/"), 7, true);

    @Test
    void aChildBeginsASessionAndOpensTheTerminal() {
        assertThat(ShellLaunch.shellAsChild(SHELL, SLAVE))
                .containsExactly(
                        "env",
                        "--default-signal",
                        "setsid",
                        "sh",
                        "-c",
                        "exec \"$@\" <\"$0\" >\"$0\" 2>&1",
                        "/dev/pts/7",
                        "setpriv",
                        "--reuid=7",
                        "--",
                        "bash");
    }

    @Test
    void aUnitIsGivenTheTerminalAllOfItsEnvironmentAndTheSliceOfItsAllocation() {
        assertThat(ShellLaunch.shellAsUnit(SHELL, SLAVE, ID, ALLOCATION))
                .containsExactly(
                        "sh",
                        "-c",
                        "exec \"$@\" >\"$0\" 2>&1",
                        "/dev/pts/7",
                        "systemd-run",
                        "--quiet",
                        "--wait",
                        "--collect",
                        "--pipe",
                        "--no-ask-password",
                        "--slice=gpuaas-tenants-019a8f00aaaa7bbb8cccddddeeeeffff.slice",
                        "--working-directory=/",
                        "--property=TasksMax=infinity",
                        "--property=KillMode=process",
                        "--property=SendSIGHUP=yes",
                        "--property=TimeoutStopSec=5",
                        "--property=OOMPolicy=continue",
                        "--property=IgnoreSIGPIPE=no",
                        "--unit=gpuaas-terminal-" + ID + ".service",
                        "--description=Terminal " + ID,
                        "--",
                        "sh",
                        "-c",
                        "exec \"$$@\" <>/proc/self/fd/1 >&0 2>&1",
                        "sh",
                        "env",
                        "-i",
                        "GPUAAS_ALLOCATION=" + ALLOCATION,
                        "GPUAAS_TERMINAL=" + ID,
                        "TERM=dumb",
                        "setpriv",
                        "--reuid=7",
                        "--",
                        "bash");
    }

    @Test
    void aFileNameIsNotExpandedAsASystemdVariable() {
        Shell read = new Shell(List.of("cat", "${HOME}/$$ %h"), Map.of(), Path.of("/home"), null, true);
        assertThat(ShellLaunch.fileAsUnit(read, ID, ALLOCATION))
                .containsSequence("systemd-run", "--quiet", "--wait", "--collect", "--pipe")
                .contains("--working-directory=/home", "--unit=gpuaas-file-" + ID + ".service")
                .doesNotContain("--property=KillMode=process")
                .endsWith("--", "env", "-i", "GPUAAS_ALLOCATION=" + ALLOCATION, "cat", "$${HOME}/$$$$ %h");
    }
}
