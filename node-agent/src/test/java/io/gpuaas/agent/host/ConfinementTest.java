package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulated login reaches nothing of the machine beyond its own folders. */
@Against("bwrap")
class ConfinementTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    private HostLogin login = new HostLogin(List.of(), java.util.Map.of(), folder, null);

    @BeforeEach
    void makeLogin() throws Exception {
        RealServers.require("bwrap");
        Path home = Files.createDirectories(folder.resolve("user/ada/home"));
        Files.writeString(folder.resolve("user/ada/authorized_keys"), "ssh-ed25519 AAAA ada\n");
        login = login(home);
    }

    @Test
    void isNeverRootAndHasNoCapability() throws Exception {
        assertThat(run("id -u; id -un; grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status"))
                .doesNotStartWith("0\n")
                .contains("\nada\n", "CapEff:\t0000000000000000");
        assertThat(run("test -w / && echo writable; touch /usr/x /etc/x 2>&1"))
                .doesNotContain("writable")
                .contains("Read-only file system");
    }

    @Test
    void seesNothingOfTheControlPlanesFiles() throws Exception {
        Path secret = folder.resolve("first-login");
        Files.writeString(secret, "password: plain");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(run("cat " + secret + "; ls -a / /root /srv /home 2>&1; cat /etc/shadow 2>&1"))
                .doesNotContain("plain")
                .contains("cannot access '/root'", "/etc/shadow: No such file or directory");
    }

    @Test
    void reachesNoNetworkAndNoOtherProcess() throws Exception {
        assertThat(run("cat /proc/net/dev | tail -n +3 | cut -d: -f1; ls -d /proc/[0-9]* | wc -l; "
                        + "(exec 3<>/dev/tcp/127.0.0.1/22) 2>&1"))
                .startsWith("    lo\n")
                .containsPattern("\n[1-9]\n")
                .contains("refused");
    }

    @Test
    void worksInItsHomeAndIsToldWhereItIs() throws Exception {
        assertThat(run("pwd; echo kept >file; cat file; touch /tmp/x /var/tmp/x && echo temporary"))
                .isEqualTo("/home/ada\nkept\ntemporary\n");
        assertThat(folder.resolve("user/ada/home/file")).hasContent("kept\n");
        assertThat(start(List.of("script", "-qec", "bash -l -c 'cat ~/.ssh/authorized_keys'", "/dev/null")))
                .contains("SIMULATED", "no NVIDIA driver", "ssh-ed25519 AAAA ada");
    }

    /** A link that the login left leads the agent nowhere: keys are not written through its home. */
    @Test
    void aLinkInTheHomeIsNotFollowedByTheAgent() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        run("ln -s " + outside + " .ssh");
        SimulatedLogins logins = new SimulatedLogins(new Sandbox(folder));
        logins.writeKeys("ada", List.of("ssh-ed25519 BBBB"));
        login(folder.resolve("user/ada/home"));
        assertThat(outside).isEmptyDirectory();
    }

    private static HostLogin login(Path home) throws Exception {
        return Confinement.login(
                "ada",
                20_000,
                new SimulatedMachine(home.resolveSibling("confined")),
                new SimulatedMachine.Size(14, 1L << 34),
                home);
    }

    private String run(String script) throws Exception {
        return start(List.of("bash", "-c", script));
    }

    private String start(List<String> program) throws Exception {
        Shell shell = login.running(program);
        ProcessBuilder builder = new ProcessBuilder(shell.command())
                .directory(shell.folder().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(shell.environment());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }
}
