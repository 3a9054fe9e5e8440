package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.NvidiaSmi;
import io.gpuaas.agent.telemetry.ProcReader;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.agent.topology.TopologyReader;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A login of an allocation from its first key to its last process, over a real SSH server; needs root. */
@Against("sshd")
class SshLoginTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SilentProgress SILENT = new SilentProgress();

    private static final Rights ORDINARY = new Rights(null, null);

    @TempDir
    Path folder;

    private final UUID allocation = UUID.randomUUID();
    private final String name = "gpussh" + Long.toString(ProcessHandle.current().pid(), 36)
            + Integer.toString((int) (System.nanoTime() % 46_656), 36);
    private final int uid = 20_000 + (int) (ProcessHandle.current().pid() % 30_000);
    private final LinuxUsers users = new LinuxUsers();
    private int port;
    private Process sshd;
    private LinuxHost host;

    @SuppressWarnings("NullAway.Init")
    SshLoginTest() {}

    @BeforeEach
    void startServer() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        Path program = RealServers.require("sshd");
        RealServers.report("sshd", run(List.of("ssh", "-V")).text().split("[ ,]", 2)[0]);
        port = FreePort.find();
        Files.createDirectories(Path.of("/run/sshd"));
        run(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path("host")));
        for (String key : List.of("member", "leaver", "own")) {
            run(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", key, "-f", path(key)));
        }
        sshd = new ProcessBuilder(
                        program.toString(),
                        "-D",
                        "-e",
                        "-f",
                        "/dev/null",
                        "-p",
                        Integer.toString(port),
                        "-h",
                        path("host"),
                        "-o",
                        "ListenAddress=127.0.0.1",
                        "-o",
                        "UsePAM=yes",
                        "-o",
                        "PasswordAuthentication=no",
                        "-o",
                        "PidFile=none")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        await().atMost(PATIENCE).until(this::answers);
        host = new LinuxHost(
                new TopologyReader(folder, new GpuUuids(folder.resolve("uuids.json"))),
                new ProcReader(folder),
                new NvidiaSmi("nvidia-smi"),
                new LinuxLogs(folder.resolve("agent.log")),
                new SshDaemon(port),
                new LinuxMig(new MigSmi("nvidia-smi"), folder.resolve("mig.json")),
                new LinuxSlices(folder),
                new GuestShells(folder));
    }

    @AfterEach
    void stopServer() throws Exception {
        if (sshd != null) {
            if (users.list().stream().anyMatch(account -> account.name().equals(name))) {
                revoke();
            }
            sshd.descendants().forEach(ProcessHandle::destroyForcibly);
            sshd.destroyForcibly();
            sshd.waitFor();
        }
    }

    @Test
    void aMemberLogsInAsTheAllocationsUserAndIsToldTheHostsKey() throws Exception {
        UserTasks.UserProvisioned made = provision(ORDINARY, key("member"));

        assertThat(made.sshPort()).isEqualTo(port);
        assertThat(made.hostKeys()).containsExactly(withoutComment(key("host")));
        Finished login = ssh("member", "id -un; id -u; id -g; pwd");
        assertThat(login.text()).isEqualTo(name + "\n" + uid + "\n" + uid + "\n/home/" + name + "\n");
        assertThat(ssh("leaver", "true").code()).isNotZero();
    }

    @Test
    void leavingTheProjectRevokesAccessAndTheOwnersKeysStay() throws Exception {
        provision(ORDINARY, key("member"), key("leaver"));
        Path file = Path.of("/home", name, ".ssh/authorized_keys");
        Files.writeString(file, "# mine: \u00e9\n" + key("own") + "\n", StandardOpenOption.APPEND);
        assertThat(ssh("leaver", "true").code()).isZero();

        UserTasks.SshKeysReconciled change =
                host.reconcileSshKeys(new UserTasks.ReconcileSshKeys(allocation, name, List.of(key("member"))), SILENT);

        assertThat(change).isEqualTo(new UserTasks.SshKeysReconciled(0, 1));
        assertThat(ssh("leaver", "true").code()).isNotZero();
        assertThat(ssh("member", "true").code()).isZero();
        assertThat(ssh("own", "true").code()).isZero();
        assertThat(Files.readString(file)).contains("# mine: \u00e9\n" + key("own") + "\n");
    }

    @Test
    void becomingRootAndLimitsAreWhatTheTaskSays() throws Exception {
        RealServers.require("visudo");
        provision(new Rights(true, new UserTasks.Limits(500, 777)), key("member"));
        assertThat(ssh("member", "sudo -n id -u").text()).isEqualTo("0\n");
        assertThat(ssh("member", "ulimit -Hn").text()).isEqualTo("777\n");
        assertThat(ssh("member", "bash -c 'ulimit -Hu'").text()).isEqualTo("500\n");

        provision(ORDINARY, key("member"));
        assertThat(ssh("member", "sudo -n id -u").code()).isNotZero();
        assertThat(ssh("member", "ulimit -Hn").text()).isNotEqualTo("777\n");
        assertThat(ssh("member", "bash -c 'ulimit -Hu'").text()).isNotEqualTo("500\n");
    }

    @Test
    void revokingEndsOpenSessionsAndLeavesNothing() throws Exception {
        provision(new Rights(true, null), key("member"));
        ssh("member", "touch /tmp/left-" + name + " /dev/shm/left-" + name + "; ipcmk -M 4096 >/dev/null");
        Process session = new ProcessBuilder(command("member", "echo in; nohup sleep 600 & sleep 600")).start();
        assertThat(session.inputReader().readLine()).isEqualTo("in");

        UserTasks.UserRevoked revoked = revoke();

        assertThat(revoked.processesEnded()).isGreaterThanOrEqualTo(2);
        assertThat(session.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(ssh("member", "true").code()).isNotZero();
        assertThat(Path.of("/home", name)).doesNotExist();
        assertThat(Path.of("/tmp/left-" + name)).doesNotExist();
        assertThat(Path.of("/dev/shm/left-" + name)).doesNotExist();
        assertThat(Path.of("/etc/sudoers.d/gpuaas-" + name)).doesNotExist();
        assertThat(run(List.of("ipcs", "-m")).text()).doesNotContain(Integer.toString(uid), name);
        assertThat(run(List.of("getent", "passwd", name)).code()).isNotZero();
    }

    /** Only there has a session a control group of its own, with what became root in it. */
    @Test
    void underSystemdASessionRunsInItsSliceAndEndsWithIt() throws Exception {
        Assumptions.assumeTrue(TenantUnits.arePossible(), "needs systemd as the init");
        RealServers.require("visudo");
        provision(new Rights(true, new UserTasks.Limits(500, null)), key("member"));
        assertThat(ssh("member", "cat /proc/self/cgroup").text()).contains("/user.slice/user-" + uid + ".slice/");
        assertThat(run(List.of("systemctl", "show", "--value", "-p", "TasksMax", "user-" + uid + ".slice"))
                        .text())
                .isEqualTo("500\n");
        assertThat(ssh("member", "sudo -n sh -c 'setsid sleep 601 </dev/null >/dev/null 2>&1 & echo $!'")
                        .code())
                .isZero();
        Path group = Path.of("/sys/fs/cgroup/user.slice/user-" + uid + ".slice");
        assertThat(group).exists();
        revoke();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").endsWith("sleep 601")))
                .isEmpty();
        assertThat(Path.of("/run/user/" + uid)).doesNotExist();
        assertThat(Path.of("/etc/systemd/system/user-" + uid + ".slice.d")).doesNotExist();
    }

    @Test
    void aHostWhoseSshServerIsSilentHandsOverNothing() throws Exception {
        sshd.descendants().forEach(ProcessHandle::destroyForcibly);
        sshd.destroyForcibly().waitFor();
        assertThatThrownBy(() -> provision(ORDINARY, key("member"))).hasMessageContaining("ssh_silent");
    }

    private UserTasks.UserProvisioned provision(Rights rights, String... keys) throws Exception {
        return host.provisionUser(
                new UserTasks.ProvisionUser(
                        allocation, name, uid, List.of(), List.of(keys), List.of(), rights.sudo(), rights.limits()),
                SILENT);
    }

    private UserTasks.UserRevoked revoke() throws Exception {
        return users.revoke(new UserTasks.RevokeUser(allocation, name, null), SILENT);
    }

    private Finished ssh(String key, String script) throws Exception {
        return run(command(key, script));
    }

    private List<String> command(String key, String script) {
        List<String> command = new ArrayList<>(List.of("ssh", "-F", "none", "-i", path(key), "-p", "" + port));
        for (String option : List.of(
                "IdentitiesOnly=yes",
                "BatchMode=yes",
                "StrictHostKeyChecking=no",
                "LogLevel=ERROR",
                "UserKnownHostsFile=" + path("known_hosts"))) {
            command.addAll(List.of("-o", option));
        }
        command.addAll(List.of(name + "@127.0.0.1", script));
        return command;
    }

    private record Rights(@Nullable Boolean sudo, UserTasks.@Nullable Limits limits) {}

    private record Finished(int code, String text) {}

    private static Finished run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Finished(process.waitFor(), text);
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return new String(socket.getInputStream().readNBytes(4), StandardCharsets.US_ASCII).equals("SSH-");
        } catch (IOException e) {
            return false;
        }
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private String key(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".pub")).strip();
    }

    private static String withoutComment(String key) {
        return key.substring(0, key.lastIndexOf(' '));
    }
}
