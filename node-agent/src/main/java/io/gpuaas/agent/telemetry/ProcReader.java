package io.gpuaas.agent.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Load and memory from proc below a root. */
public final class ProcReader {

    private final Path root;

    public ProcReader(Path root) {
        this.root = root;
    }

    public @Nullable Double load1() {
        String text = read("proc/loadavg");
        return text.isEmpty() ? null : Double.valueOf(text.split(" ", 2)[0]);
    }

    public @Nullable Long memoryTotalBytes() {
        return memory("MemTotal");
    }

    /** Memory that is not available to new programs; caches count as free. */
    public @Nullable Long memoryUsedBytes() {
        Long total = memory("MemTotal");
        Long available = memory("MemAvailable");
        return total == null || available == null ? null : Long.valueOf(total - available);
    }

    private @Nullable Long memory(String name) {
        Matcher matcher = Pattern.compile(name + ":\\s+([0-9]+) kB").matcher(read("proc/meminfo"));
        return matcher.find() ? Long.valueOf(Long.parseLong(matcher.group(1)) * 1024) : null;
    }

    private String read(String file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (IOException e) {
            // Absent figures are what a heartbeat says then.
            return "";
        }
    }
}
