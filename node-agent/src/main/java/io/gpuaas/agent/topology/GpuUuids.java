package io.gpuaas.agent.topology;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.type.TypeReference;

/**
 * The names GPUs have for life. Only the driver tells them, and it does not see a GPU that was given to a slice, so they
 * are remembered by the address at which they were last seen.
 */
public final class GpuUuids {

    private static final Pattern UUID_LINE = Pattern.compile("GPU UUID:\\s+(GPU-[0-9a-fA-F-]{1,60})");

    private final Path file;
    private final Map<String, String> known;

    public GpuUuids(Path file) throws IOException {
        this.file = file;
        this.known = Files.exists(file)
                ? new TreeMap<>(
                        Json.LENIENT.readValue(Files.readAllBytes(file), new TypeReference<Map<String, String>>() {}))
                : new TreeMap<>();
    }

    /** From the folder the driver keeps for each GPU it has. */
    synchronized void learn(Path driverFolder) throws IOException {
        boolean isChanged = false;
        for (Path gpu : Sysfs.list(driverFolder)) {
            Matcher matcher =
                    UUID_LINE.matcher(Sysfs.find(gpu.resolve("information")).orElse(""));
            if (matcher.find()) {
                String address = gpu.getFileName().toString();
                isChanged |= !matcher.group(1).equals(known.put(address, matcher.group(1)));
            }
        }
        if (isChanged) {
            DurableFile.write(file, Json.CANONICAL.writeValueAsBytes(known));
        }
    }

    synchronized Optional<String> find(String pciAddress) {
        return Optional.ofNullable(known.get(pciAddress));
    }
}
