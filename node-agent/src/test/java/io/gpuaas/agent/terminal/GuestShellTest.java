package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.GuestShell;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A terminal in a machine reached over SSH: a real sshd on loopback plays the machine. Needs root to log root in. */
@Against("sshd")
class GuestShellTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private int port;
    private Process sshd;

    @SuppressWarnings("NullAway.Init")
    GuestShellTest() {}

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        Path program = RealServers.require("sshd");
        RealServers.report("sshd", "Debian's");
        for (String key : List.of("host", "other", "agent")) {
            new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path(key))
                    .start()
                    .waitFor();
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
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
        await().atMost(Duration.ofSeconds(20)).until(this::answers);
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

    private Terminal terminal(String hostKey) throws IOException {
        String[] key = Files.readString(folder.resolve(hostKey + ".pub")).split(" ", -1);
        GuestShell guest = new GuestShell(
                "127.0.0.1", port, "root", List.of(key[0] + " " + key[1].strip()), folder.resolve("agent"));
        Terminal made = new Terminal(
                UUID.randomUUID(),
                UUID.randomUUID(),
                guest.shell(Files.createDirectories(folder.resolve("own"))),
                new Limits(LONG, LONG, LONG),
                new Tape(null),
                ended -> {});
        made.start();
        return made;
    }

    @Test
    void aShellInTheMachineHasItsWindowFollowsItAndEndsWithItsCode() throws Exception {
        Client client = Client.open(terminal("host"), "one");
        client.type("echo \"client ${SSH_CLIENT%% *}\"; stty size; echo up-$((1+1))\r");
        client.awaitScreen("up-2");
        assertThat(client.screen()).contains("client 127.0.0.1").contains("30 100");
        client.tell("{\"type\":\"resize\",\"columns\":132,\"rows\":43}");
        await().until(() -> {
            client.type("stty size\r");
            Thread.sleep(100);
            return client.screen().contains("43 132");
        });
        // Not ssh's escape: it would run commands on the host.
        client.type("\r~?\rexit 7\r");
        assertThat(client.ended.get()).contains("\"code\":7");
        assertThat(client.screen()).doesNotContain("Supported escape sequences");
    }

    @Test
    void whoStopsReadingStopsTheProgramInTheMachineAndControlCStillLands() throws Exception {
        Client client = Client.open(terminal("host"), "one");
        client.type("echo up-$((1+1)); yes\r");
        client.awaitScreen("y\r\ny\r\n");
        client.stopReading();
        await().until(() -> {
            long before = client.received();
            Thread.sleep(300);
            return client.received() == before;
        });
        client.type("\u0003");
        client.goOnReading();
        client.type("echo over-$((1+1))\r");
        client.awaitScreen("over-2");
        client.type("exit\r");
        client.ended.get();
    }

    @Test
    void aMachineWithAnotherKeyIsNotTalkedTo() throws Exception {
        Client client = Client.open(terminal("other"), "one");
        assertThat(client.ended.get()).contains("\"code\":255");
        assertThat(client.screen()).contains("Host key verification failed");
    }

    @Test
    void whatCannotBePartOfACommandIsNotMadeOne() {
        Path key = Path.of("/k");
        List<String> keys = List.of("ssh-ed25519 AAAA");
        assertThatThrownBy(() -> new GuestShell("-oProxyCommand=x", 22, "root", keys, key))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GuestShell("10.0.0.1", 22, "root x", keys, key))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GuestShell("10.0.0.1", 22, "root", List.of(), key))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GuestShell("10.0.0.1", 22, "root", List.of("ssh-ed25519 AAAA\nevil ssh"), key))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
