package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.GuestShell;
import io.gpuaas.agent.host.GuestShells;
import io.gpuaas.agent.host.LinuxHost;
import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.host.SilentProgress;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A terminal in a machine reached over SSH: a real sshd on loopback plays the machine. Needs root to log root in. */
@Against("sshd")
class GuestShellTest {

    @TempDir
    Path folder;

    private final UUID allocation = UUID.randomUUID();
    private final List<Client> came = new CopyOnWriteArrayList<>();
    private Path machines;
    private int port;
    private Process sshd;

    @SuppressWarnings("NullAway.Init")
    GuestShellTest() {}

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        machines = folder.resolve("machines");
        Path program = RealServers.require("sshd");
        RealServers.report("sshd", "Debian's");
        for (String key : List.of("host", "other", "agent")) {
            new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path(key))
                    .start()
                    .waitFor();
        }
        port = FreePort.find();
        Files.createDirectories(Path.of("/run/sshd"));
        List<String> options = List.of(
                "ListenAddress=127.0.0.1",
                "AuthorizedKeysFile=" + path("agent.pub"),
                "StrictModes=no",
                "PermitRootLogin=prohibit-password",
                "PidFile=none");
        ProcessBuilder builder = new ProcessBuilder(
                program.toString(), "-D", "-e", "-f", "/dev/null", "-p", String.valueOf(port), "-h", path("host"));
        options.forEach(option -> builder.command().addAll(List.of("-o", option)));
        sshd = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60)).until(this::answers);
    }

    @AfterEach
    void stop() {
        if (sshd != null) {
            sshd.descendants().forEach(ProcessHandle::destroyForcibly);
            sshd.destroyForcibly();
        }
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private LinuxHost host() throws IOException {
        return new LinuxHost(
                folder,
                new GpuUuids(folder.resolve("uuids")),
                folder.resolve("log"),
                folder.resolve("mig"),
                new GuestShells(machines),
                22);
    }

    /** As who builds the machine would. */
    private void register(String hostKey) throws IOException {
        Files.createDirectories(machines);
        String[] key = Files.readString(folder.resolve(hostKey + ".pub")).split(" ", -1);
        new GuestShells(machines)
                .add(
                        allocation,
                        new GuestShell("127.0.0.1", port, "root", List.of(key[0] + " " + key[1].strip())),
                        Files.readString(folder.resolve("agent")));
    }

    private Terminals terminals() throws IOException {
        return new Terminals(
                host(),
                (url, listener) -> {
                    came.add(new Client(listener));
                    return CompletableFuture.completedFuture(came.getLast());
                },
                new Spool(Files.createDirectories(folder.resolve("spool")), 1_000_000),
                (terminal, report) -> {},
                JsonLog.discarding(),
                Files.createDirectories(folder.resolve("terminals")));
    }

    private Client open(Terminals terminals) throws Exception {
        terminals.open(OpenTasks.begin(UUID.randomUUID(), allocation, "root"));
        return Client.open(came.getLast(), "one", 0, true);
    }

    private Client open(String hostKey) throws Exception {
        register(hostKey);
        return open(terminals());
    }

    @Test
    void aShellInTheMachineHasItsWindowFollowsItAndEndsWithItsCode() throws Exception {
        Client client = open("host");
        client.type("echo \"client ${SSH_CLIENT%% *}\"; stty size; echo up-$((1+1))\r");
        client.awaitScreen("up-2");
        assertThat(client.screen()).contains("client 127.0.0.1").contains("30 100");
        client.tell("{\"type\":\"resize\",\"columns\":132,\"rows\":43}");
        await().pollInterval(Duration.ofMillis(100)).until(() -> {
            client.type("stty size\r");
            return client.screen().contains("43 132");
        });
        // Not ssh's escape: it would run commands on the host.
        client.type("\r~?\rexit 7\r");
        assertThat(client.ended.get()).contains("\"code\":7");
        assertThat(client.screen()).doesNotContain("Supported escape sequences");
    }

    @Test
    void aStoppedReaderStopsTheProgramInTheMachineAndControlCStillArrives() throws Exception {
        Client client = open("host");
        client.type("echo up-$((1+1)); yes\r");
        client.awaitScreen("y\r\ny\r\n");
        client.stopReading();
        await().until(() -> client.pongs.contains("stalled"));
        client.type("\u0003");
        client.goOnReading();
        client.type("echo over-$((1+1))\r");
        client.awaitScreen("over-2");
        client.type("exit\r");
        client.ended.get();
    }

    @Test
    void aMachineWithAnotherKeyIsNotTalkedTo() throws Exception {
        Client client = open("other");
        assertThat(client.ended.get()).contains("\"code\":255");
        assertThat(client.screen()).contains("Host key verification failed");
    }

    @Test
    void filesGoIntoTheMachineAndOutOfItByteForByte() throws Exception {
        register("host");
        Login login = host().login(allocation, "root");
        byte[] bytes = new byte[700_000];
        new Random(7).nextBytes(bytes);
        String path = ".gpuaas-test-" + allocation + " 'q' $(id)";
        Path there = Path.of(System.getProperty("user.home"), path);
        try {
            assertThat(new FilePeer(FileOrders.upload(path, bytes), bytes).run(login))
                    .isEqualTo(new FileTransfer.Outcome(null, bytes.length, Segment.digest(bytes)));
            assertThat(there).hasBinaryContent(bytes);
            FilePeer down = new FilePeer(FileOrders.download(path), new byte[0]);
            assertThat(down.run(login).reason()).isNull();
            assertThat(down.got.toByteArray()).isEqualTo(bytes);
            assertThat(new FilePeer(FileOrders.download("../etc/passwd"), new byte[0])
                            .run(login)
                            .reason())
                    .isEqualTo("outside_of_home");
        } finally {
            Files.deleteIfExists(there);
        }
        register("other");
        assertThat(new FilePeer(FileOrders.download(path), new byte[0])
                        .run(host().login(allocation, "root"))
                        .reason())
                .isEqualTo("machine_not_reached");
    }

    @Test
    void theMachinesKeysArePrivateToTheAgentAndEndWithItsReleaseAsItsTerminalsDo() throws Exception {
        register("host");
        try (Stream<Path> files = Files.list(machines)) {
            assertThat(files)
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        assertThatThrownBy(() -> host().login(allocation, "somebody")).hasMessageContaining("user_absent");
        Terminals terminals = terminals();
        Client client = open(terminals);
        client.type("echo up-$((1+1))\r");
        client.awaitScreen("up-2");

        // In the order of TaskExecutor.
        terminals.release(allocation);
        host().releaseSlice(new SliceTasks.ReleaseSlice(UUID.randomUUID(), allocation), new SilentProgress());

        assertThat(client.ended.get(60, TimeUnit.SECONDS)).contains("released");
        assertThat(machines).isEmptyDirectory();
        assertThatThrownBy(() -> host().login(allocation, "root"))
                .as("an account of the host is not one of the machine")
                .hasMessageContaining("user_absent");
    }

    @Test
    void aRecordThatCannotBeReadOpensNoShellOfTheHostInstead() throws Exception {
        Files.createDirectories(machines);
        Files.writeString(machines.resolve(allocation + ".json"), "{\"address\":\"-oProxyCommand=x\"}");
        assertThatThrownBy(() -> host().login(allocation, "root")).hasMessageContaining("host_error");
    }

    @Test
    void unsafeTextIsRefusedInACommand() {
        List<String> keys = List.of("ssh-ed25519 AAAA");
        assertThatThrownBy(() -> new GuestShell("-oProxyCommand=x", 22, "root", keys))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GuestShell("10.0.0.1", 22, "root x", keys))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GuestShell("10.0.0.1", 22, "root", List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GuestShell("10.0.0.1", 22, "root", List.of("ssh-ed25519 AAAA\nevil ssh")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
