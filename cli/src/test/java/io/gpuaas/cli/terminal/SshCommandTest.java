package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real ssh against a real sshd, which lets in whoever runs the test; needs root, as whom sshd can let in root. */
@Against("sshd")
class SshCommandTest {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";

    @TempDir
    Path folder;

    private int port;
    private Process sshd;
    private FakeServer server;

    @SuppressWarnings("NullAway.Init")
    SshCommandTest() {}

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        Path program = RealServers.require("sshd");
        RealServers.report("sshd", "Debian's");
        for (String key : List.of("host", "other", "mine")) {
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path(key));
        }
        port = FreePort.find();
        Files.createDirectories(Path.of("/run/sshd"));
        sshd = new ProcessBuilder(
                        program.toString(),
                        "-D",
                        "-e",
                        "-f",
                        "/dev/null",
                        "-p",
                        String.valueOf(port),
                        "-h",
                        path("host"),
                        "-o",
                        "ListenAddress=127.0.0.1",
                        "-o",
                        "AuthorizedKeysFile=" + path("mine.pub"),
                        "-o",
                        "StrictModes=no",
                        "-o",
                        "PermitRootLogin=prohibit-password",
                        "-o",
                        "PidFile=none")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60)).until(this::answers);
        server = new FakeServer();
    }

    @AfterEach
    void stop() {
        if (sshd != null) {
            sshd.descendants().forEach(ProcessHandle::destroyForcibly);
            sshd.destroyForcibly();
        }
        if (server != null) {
            server.close();
        }
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0)
                .isTrue();
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private int ssh(String hostKey, String... words) throws IOException {
        String key = Files.readString(folder.resolve(hostKey + ".pub")).strip();
        server.answers("GET /api/v1/projects/" + P + "/allocations/" + ID, 200, """
                {"id":"%s","tenant_id":"0198c0de-0000-7000-8000-000000000001","project_id":"%s","name":"training",
                 "labels":{},"sku":"h100-sxm-slice","count":1,"image":"debian-13","version":4,"protected":false,
                 "created_at":"2026-11-16T05:59:30Z","created_by":"x","state":"active",
                 "hourly_cost":{"currency":"USD","amount":"4.98"},"state_since":"2026-11-16T06:00:00Z",
                 "access":{"username":"root","host":"127.0.0.1","port":%d,"command":"ssh","host_keys":["%s"]}}""".formatted(ID, P, port, key));
        String[] line = new String[7 + words.length];
        System.arraycopy(
                new String[] {"ssh", "--direct", "--project", P, ID, "--", "-i" + path("mine")}, 0, line, 0, 7);
        System.arraycopy(words, 0, line, 7, words.length);
        return new Shell(folder)
                .set("GPUAAS_SERVER", server.url())
                .set("GPUAAS_TOKEN", "secret")
                .run(line);
    }

    @Test
    void aCommandRunsThereAndItsExitCodeComesBack() throws Exception {
        Path proof = folder.resolve("proof");
        assertThat(ssh("host", "echo here > " + proof + "; exit 7")).isEqualTo(7);
        assertThat(proof).hasContent("here");
    }

    @Test
    void aHostWithAnotherKeyThanItsNodeShowedIsNotTalkedTo() throws Exception {
        Path proof = folder.resolve("proof");
        assertThat(ssh("other", "echo here > " + proof)).isEqualTo(255);
        assertThat(proof).doesNotExist();
    }
}
