package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An sshd of its own on loopback, and a key that it accepts. */
final class SshServer implements AutoCloseable {

    private final Path folder;
    private final int port;
    private final Process process;

    private SshServer(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    static SshServer start(Workspace workspace) throws Exception {
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
        return new SshServer(folder, port, server);
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

    Path folder() {
        return folder;
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /** An ssh to it: options before the login, the command after it. */
    List<String> client(List<String> options, String... command) {
        List<String> words = new ArrayList<>(List.of("ssh", "-q", "-F", "/dev/null", "-p", String.valueOf(port)));
        words.addAll(List.of("-i", folder.resolve("user").toString()));
        words.addAll(List.of("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"));
        words.addAll(options);
        words.add(System.getProperty("user.name") + "@127.0.0.1");
        words.addAll(List.of(command));
        return words;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
