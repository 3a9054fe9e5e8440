package io.gpuaas.agent.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Writes what makes a confined shell look like the machine that was sold: its processors and memory, the programs
 * {@code nvidia-smi}, {@code gpu-load} and {@code nproc}, and the files that carry figures and load.
 */
final class SimulatedMachine {

    static final String PROGRAMS = "/opt/gpuaas/bin";

    private static final List<String> SCRIPTS = List.of("nvidia-smi", "gpu-load", "nproc");
    private static final List<String> CPU_LISTS = List.of("online", "possible", "present");

    private final Path folder;

    /** The folder is the agent's own; logins see parts of it. */
    SimulatedMachine(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    /** As sold, not as the host has it. */
    record Size(int cpus, long memoryBytes) {}

    /** The options of bubblewrap that show it. Its file of the load is the only one a login may write. */
    List<String> write(Size size) throws IOException {
        Path programs = readable("bin");
        for (String name : SCRIPTS) {
            Path script = programs.resolve(name);
            try (InputStream in = Objects.requireNonNull(
                    SimulatedMachine.class.getResourceAsStream("simulated/" + name), "a part of this program")) {
                replace(script, in.readAllBytes(), "rwxr-xr-x");
            }
        }
        readable("figures");
        if (Files.notExists(load())) {
            Files.createFile(load());
        }
        Path proc = Files.createDirectories(folder.resolve("proc"));
        replace(proc.resolve("meminfo"), meminfo(size.memoryBytes()));
        replace(proc.resolve("cpuinfo"), cpuinfo(size.cpus()));
        replace(proc.resolve("cpus"), size.cpus() == 1 ? "0\n" : "0-" + (size.cpus() - 1) + "\n");
        return options(programs, proc);
    }

    private Path readable(String name) throws IOException {
        Path made = Files.createDirectories(folder.resolve(name));
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> options(Path programs, Path proc) {
        List<String> options = new ArrayList<>();
        folders(options, "/opt", "/opt/gpuaas");
        readOnly(options, programs, PROGRAMS);
        readOnly(options, folder.resolve("figures"), "/run/gpuaas");
        options.addAll(List.of("--bind", load().toString(), "/run/gpuaas-load"));
        readOnly(options, proc.resolve("meminfo"), "/proc/meminfo");
        readOnly(options, proc.resolve("cpuinfo"), "/proc/cpuinfo");
        folders(options, "/sys", "/sys/devices", "/sys/devices/system", "/sys/devices/system/cpu");
        for (String list : CPU_LISTS) {
            readOnly(options, proc.resolve("cpus"), "/sys/devices/system/cpu/" + list);
        }
        return options;
    }

    private static void folders(List<String> options, String... paths) {
        for (String path : paths) {
            options.addAll(List.of("--perms", "0755", "--dir", path));
        }
    }

    private static void readOnly(List<String> options, Path file, String place) {
        options.addAll(List.of("--ro-bind", file.toString(), place));
    }

    private Path figures() {
        return folder.resolve("figures").resolve("gpus");
    }

    Path folder() {
        return folder;
    }

    Path load() {
        return folder.resolve("load");
    }

    boolean hasShell() {
        return Files.isDirectory(folder.resolve("figures"));
    }

    /** Does nothing where no shell was opened yet. */
    void writeFigures(String text) throws IOException {
        if (hasShell()) {
            replace(figures(), text);
        }
    }

    private static void replace(Path file, String text) throws IOException {
        replace(file, text.getBytes(StandardCharsets.UTF_8), "rw-r--r--");
    }

    /** In one step, since a shell may be reading it. */
    private static void replace(Path file, byte[] content, String permissions) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.write(next, content);
        Files.setPosixFilePermissions(next, PosixFilePermissions.fromString(permissions));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String meminfo(long bytes) {
        long total = bytes / 1024;
        long free = total - total / 20;
        return """
                MemTotal:       %d kB
                MemFree:        %d kB
                MemAvailable:   %d kB
                Buffers:        0 kB
                Cached:         0 kB
                SReclaimable:   0 kB
                Shmem:          0 kB
                SwapCached:     0 kB
                SwapTotal:      0 kB
                SwapFree:       0 kB
                """.formatted(total, free, free);
    }

    private static String cpuinfo(int cpus) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cpus; i++) {
            text.append("""
                    processor\t: %d
                    vendor_id\t: SIMULATED
                    model name\t: SIMULATED processor
                    physical id\t: 0
                    siblings\t: %d
                    core id\t\t: %d
                    cpu cores\t: %d

                    """.formatted(i, cpus, i, cpus));
        }
        return text.toString();
    }
}
