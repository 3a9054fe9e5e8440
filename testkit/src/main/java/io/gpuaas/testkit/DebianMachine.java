package io.gpuaas.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A Debian machine of its own, emulated by QEMU: systemd as the init, control groups v2, root over SSH. Every start
 * begins with a fresh disk. {@code ./gpuaas test --full} makes the image (tools/machine.sh).
 */
public final class DebianMachine implements AutoCloseable {

    private static final String VARIABLE = "GPUAAS_TEST_MACHINE";

    /** An emulated machine takes half a minute to boot where nothing else runs. */
    private static final Duration BOOT = Duration.ofMinutes(10);

    private static final Duration STEP = Duration.ofMinutes(20);
    private static final int MEMORY_MB = 2048;

    private final Path folder;
    private final Path key;
    private final int port = FreePort.find();
    private final Process qemu;

    private DebianMachine(Path image, Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.key = Files.copy(image.resolve("key"), folder.resolve("key"));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        Path disk = folder.resolve("disk.qcow2");
        Outcome made = run(
                List.of(
                        "qemu-img",
                        "create",
                        "-q",
                        "-f",
                        "qcow2",
                        "-b",
                        image.resolve("root.ext4").toString(),
                        "-F",
                        "raw",
                        disk.toString()),
                null);
        if (made.code() != 0) {
            throw new IOException("no disk for the machine: " + made.output());
        }
        qemu = new ProcessBuilder(
                        RealServers.require("qemu-system-x86_64").toString(),
                        "-machine",
                        "q35",
                        "-accel",
                        "tcg,thread=multi",
                        "-cpu",
                        "Nehalem",
                        "-smp",
                        "2",
                        "-m",
                        Integer.toString(MEMORY_MB),
                        "-nographic",
                        "-no-reboot",
                        "-kernel",
                        image.resolve("vmlinuz").toString(),
                        "-append",
                        "console=ttyS0 panic=-1 rootwait root=/dev/nvme0n1 rw quiet",
                        "-drive",
                        "id=root,file=" + disk + ",format=qcow2,if=none,cache=unsafe",
                        "-device",
                        "nvme,serial=root,drive=root",
                        "-netdev",
                        "user,id=net,hostfwd=tcp:127.0.0.1:" + port + "-:22",
                        "-device",
                        "virtio-net-pci,netdev=net")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(console().toFile())
                .start();
    }

    /** Starts one with its files in a folder of the test, or ends the test where no image was made. */
    public static DebianMachine start(Path folder) throws IOException, InterruptedException {
        String image = System.getenv(VARIABLE);
        if (image == null) {
            throw new TestAbortedException("no image of a Debian machine: ./gpuaas test --full makes one where it can");
        }
        DebianMachine machine = new DebianMachine(Path.of(image), folder);
        try {
            machine.awaitBoot();
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            machine.close();
            throw e;
        }
        RealServers.report(
                "Debian in QEMU", machine.require("cat /etc/debian_version").strip());
        return machine;
    }

    private Path console() {
        return folder.resolve("console.log");
    }

    private void awaitBoot() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + BOOT.toNanos();
        while (run("systemctl is-system-running --wait").code() == CANNOT_CONNECT) {
            if (!qemu.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("the machine did not boot: " + Files.readString(console()));
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** The exit code of ssh itself. */
    private static final int CANNOT_CONNECT = 255;

    /** The exit code of a command, and what it printed to both outputs. */
    public record Outcome(int code, String output) {}

    /** Runs a shell command as root. */
    public Outcome run(String command) throws IOException, InterruptedException {
        return run(command, new byte[0]);
    }

    /** The same with bytes on its standard input. */
    public Outcome run(String command, byte[] input) throws IOException, InterruptedException {
        return run(ssh(List.of(), command), input);
    }

    /** Runs a command that has to end with 0, and returns its output. */
    public String require(String command) throws IOException, InterruptedException {
        Outcome outcome = run(command);
        if (outcome.code() != 0) {
            throw new AssertionError(command + " ended with " + outcome.code() + ": " + outcome.output());
        }
        return outcome.output();
    }

    /** Copies files and folders, by their own names, into a folder of the machine. */
    public void copy(List<Path> sources, String into) throws IOException, InterruptedException {
        require("mkdir -p " + into);
        for (Path source : sources) {
            Process tar = new ProcessBuilder(
                            "tar",
                            "-C",
                            source.resolveSibling(".").toString(),
                            "-cf",
                            "-",
                            source.getFileName().toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Process unpack = new ProcessBuilder(ssh(List.of(), "tar -C " + into + " -xf -"))
                    .redirectErrorStream(true)
                    .start();
            CompletableFuture<byte[]> said = readAll(unpack);
            try (InputStream from = tar.getInputStream();
                    OutputStream to = unpack.getOutputStream()) {
                from.transferTo(to);
            }
            if (tar.waitFor() != 0 || unpack.waitFor() != 0) {
                throw new IOException(
                        "could not copy " + source + ": " + new String(said.join(), StandardCharsets.UTF_8));
            }
        }
    }

    /** Makes ports of this machine's loopback reachable on the loopback of the Debian machine, until closed. */
    public AutoCloseable lend(int... ports) throws IOException {
        List<String> options = new ArrayList<>(List.of("-o", "ExitOnForwardFailure=yes"));
        for (int lent : ports) {
            options.addAll(List.of("-R", "127.0.0.1:%d:127.0.0.1:%d".formatted(lent, lent)));
        }
        Process tunnel = new ProcessBuilder(ssh(options, "echo ready; cat"))
                .redirectErrorStream(true)
                .start();
        int first = tunnel.getInputStream().read();
        if (first != 'r') {
            tunnel.destroyForcibly();
            throw new IOException("no tunnel into the machine");
        }
        return tunnel::destroyForcibly;
    }

    private List<String> ssh(List<String> options, String command) {
        List<String> all = new ArrayList<>(List.of(
                "ssh",
                "-q",
                "-i",
                key.toString(),
                "-p",
                Integer.toString(port),
                "-o",
                "BatchMode=yes",
                "-o",
                "ConnectTimeout=30",
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null"));
        all.addAll(options);
        all.addAll(List.of("root@127.0.0.1", command));
        return all;
    }

    private static Outcome run(List<String> command, byte @Nullable [] input) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        CompletableFuture<byte[]> output = readAll(process);
        try (OutputStream in = process.getOutputStream()) {
            if (input != null) {
                in.write(input);
            }
        } catch (IOException e) {
            // It ended without reading; its exit code says why.
        }
        if (!process.waitFor(STEP.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("took longer than " + STEP + ": " + String.join(" ", command));
        }
        return new Outcome(process.exitValue(), new String(output.join(), StandardCharsets.UTF_8));
    }

    private static CompletableFuture<byte[]> readAll(Process process) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return process.getInputStream().readAllBytes();
            } catch (IOException e) {
                return e.toString().getBytes(StandardCharsets.UTF_8);
            }
        });
    }

    @Override
    public void close() throws InterruptedException {
        qemu.destroyForcibly();
        qemu.waitFor();
    }
}
