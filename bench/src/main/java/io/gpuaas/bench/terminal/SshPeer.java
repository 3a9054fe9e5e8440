package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code ssh -tt} to a server of its own on loopback. */
final class SshPeer implements TerminalPeer {

    private final Process server;
    private final Process client;

    private SshPeer(Process server, Process client) {
        this.server = server;
        this.client = client;
    }

    static SshPeer start(Workspace workspace, TerminalMeter meter) throws Exception {
        Path folder = Files.createTempDirectory(workspace.directory(), "ssh");
        int port = ControlPlaneProcess.Launcher.freePort();
        for (String name : List.of("host", "user")) {
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    folder.resolve(name).toString());
        }
        Files.createDirectories(Path.of("/run/sshd"));
        Process server = new ProcessBuilder(
                        "/usr/sbin/sshd",
                        "-D",
                        "-e",
                        "-f",
                        "/dev/null",
                        "-p",
                        String.valueOf(port),
                        "-h",
                        folder.resolve("host").toString(),
                        "-o",
                        "ListenAddress=127.0.0.1",
                        "-o",
                        "UsePAM=no",
                        "-o",
                        "StrictModes=no",
                        "-o",
                        "PidFile=none",
                        "-o",
                        "PermitRootLogin=yes",
                        "-o",
                        "AuthorizedKeysFile=" + folder.resolve("user.pub"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        Waiting.until("sshd", Duration.ofSeconds(20), Duration.ofMillis(50), () -> isOpen(port));
        Process client = new ProcessBuilder(
                        "ssh",
                        "-tt",
                        "-q",
                        "-F",
                        "/dev/null",
                        "-p",
                        String.valueOf(port),
                        "-i",
                        folder.resolve("user").toString(),
                        "-o",
                        "StrictHostKeyChecking=no",
                        "-o",
                        "UserKnownHostsFile=/dev/null",
                        System.getProperty("user.name") + "@127.0.0.1",
                        "bash --norc")
                .redirectError(folder.resolve("ssh.log").toFile())
                .start();
        Thread.ofPlatform().daemon().name("ssh-output").start(() -> copy(client.getInputStream(), meter));
        return new SshPeer(server, client);
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed: " + output);
        }
    }

    private static void copy(InputStream from, TerminalMeter meter) {
        byte[] buffer = new byte[64 * 1024];
        try {
            int count;
            while ((count = from.read(buffer)) >= 0) {
                meter.take(ByteBuffer.wrap(buffer, 0, count));
            }
        } catch (IOException e) {
            // Closed because it was ended.
        }
    }

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public void type(byte[] keys) throws IOException {
        client.getOutputStream().write(keys);
        client.getOutputStream().flush();
    }

    @Override
    public Optional<Long> server() {
        return server.children().findFirst().map(ProcessHandle::pid);
    }

    @Override
    public void close() {
        client.destroyForcibly();
        server.descendants().forEach(ProcessHandle::destroyForcibly);
        server.destroyForcibly();
    }
}
