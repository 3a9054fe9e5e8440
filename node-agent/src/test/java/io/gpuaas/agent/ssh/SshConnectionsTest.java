package io.gpuaas.agent.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.host.SilentProgress;
import io.gpuaas.agent.host.SimulatedHost;
import io.gpuaas.agent.host.Simulation;
import io.gpuaas.agent.task.SshTasks.ConnectSsh;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real ssh client against the real SSH server of a simulated login; a local socket stands for the gateway. */
@Against("sshd")
class SshConnectionsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final UUID ALLOCATION = new UUID(0, 0xaa);

    @TempDir
    Path folder;

    private SimulatedHost host;
    private SshConnections connections;
    private ServerSocket gateway;
    private List<String> hostKeys;

    @SuppressWarnings("NullAway.Init")
    SshConnectionsTest() {}

    @BeforeEach
    void makeLogin() throws Exception {
        RealServers.require("sshd");
        RealServers.require("bwrap");
        for (String key : List.of("member", "stranger")) {
            assertThat(run(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path(key))).code)
                    .isZero();
        }
        String publicKey = Files.readString(folder.resolve("member.pub")).strip();
        host = new SimulatedHost(
                new Simulation(folder.resolve("host"), "H100", 7, 10_000, List.of()),
                new GuestTokens(folder.resolve("guests.json")),
                Clock.systemUTC());
        UserTasks.UserProvisioned made = host.provisionUser(
                new UserTasks.ProvisionUser(
                        ALLOCATION, "ada", null, List.of(), List.of(publicKey), List.of(), null, null),
                new SilentProgress());
        hostKeys = java.util.Objects.requireNonNull(made.hostKeys());
        gateway = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        gateway.setSoTimeout((int) PATIENCE.toMillis());
        connections = new SshConnections(host, (url, listener) -> dial(listener), JsonLog.discarding());
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
    }

    /** The next client of the socket is the reader of the stream. */
    private CompletableFuture<java.net.http.WebSocket> dial(java.net.http.WebSocket.Listener listener) {
        try {
            return CompletableFuture.completedFuture(new SocketPeer(gateway.accept(), listener));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Finished ssh(String key, byte[] input, String... command) throws Exception {
        Files.writeString(folder.resolve("known"), "login " + hostKeys.getFirst() + "\n");
        List<String> words = new ArrayList<>(List.of(
                "ssh", "-F", "none", "-i", path(key), "-p", "" + gateway.getLocalPort(), "-o", "BatchMode=yes"));
        words.addAll(List.of("-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "HostKeyAlias=login"));
        words.addAll(List.of("-o", "UserKnownHostsFile=" + path("known"), "-o", "StrictHostKeyChecking=yes"));
        words.addAll(List.of("--", "ada@127.0.0.1"));
        words.addAll(List.of(command));
        Thread.ofVirtual().start(this::begin);
        return run(words, input);
    }

    private void begin() {
        try {
            connections.connect(order());
        } catch (TaskFailure e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ConnectSsh order() {
        return new ConnectSsh(UUID.randomUUID(), ALLOCATION, "wss://gateway/x", "ada");
    }

    @Test
    void aCommandRunsAsTheLoginWithCleanOutputAndItsExitCode() throws Exception {
        Finished finished = ssh("member", new byte[0], "id -un; pwd; echo problem >&2; exit 7");
        assertThat(finished.out).isEqualTo("ada\n/home/ada\n");
        assertThat(finished.err).contains("problem");
        assertThat(finished.code).isEqualTo(7);
    }

    @Test
    void megabytesPassBothWaysUnchanged() throws Exception {
        byte[] bytes = new byte[3_000_000];
        new Random(3).nextBytes(bytes);
        Finished finished = ssh("member", bytes, "cat");
        assertThat(finished.code).isZero();
        assertThat(finished.out).isEqualTo(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @Test
    void aKeyThatIsNotTheLoginsIsRefused() throws Exception {
        Finished finished = ssh("stranger", new byte[0], "true");
        assertThat(finished.code).isEqualTo(255);
        assertThat(finished.err).contains("Permission denied");
    }

    @Test
    void aReleaseEndsOpenConnections() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            try {
                ssh("member", new byte[0], "touch begun; sleep 600");
                ended.countDown();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("host/user/ada/home/begun")));

        connections.release(ALLOCATION);

        assertThat(ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anotherAllocationsLoginIsRefused() {
        assertThatThrownBy(() -> connections.connect(
                        new ConnectSsh(UUID.randomUUID(), UUID.randomUUID(), "wss://gateway/x", "ada")))
                .isInstanceOf(TaskFailure.class)
                .hasMessageContaining("user_absent");
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    /** The output as one character for each byte. */
    private record Finished(int code, String out, String err) {}

    private Finished run(List<String> command) throws Exception {
        return run(command, new byte[0]);
    }

    private Finished run(List<String> command, byte[] input) throws Exception {
        Path err = Files.createTempFile(folder, "err", "");
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        Thread.ofVirtual().start(() -> {
            try (var in = process.getOutputStream()) {
                in.write(input);
            } catch (IOException e) {
                // The program ended without reading all of it.
            }
        });
        byte[] out = process.getInputStream().readAllBytes();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Finished(process.exitValue(), new String(out, StandardCharsets.ISO_8859_1), Files.readString(err));
    }
}
