package io.gpuaas.agent.task;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * The highest fencing token seen for each device, kept on disk: what was said for an earlier lease and arrives late
 * changes nothing, also after a restart. A device is a GPU, or with a slash and a number one of its memory slices; the
 * leases of both are counted together, so that a lease of the GPU comes after those of its slices, and they after it.
 */
public final class Fences {

    private static final TypeReference<HashMap<String, Long>> TOKENS = new TypeReference<>() {};

    private final Path file;
    private final Map<String, Long> highest;

    private Fences(Path file, Map<String, Long> highest) {
        this.file = file;
        this.highest = highest;
    }

    public static Fences open(Path file) throws IOException {
        if (Files.notExists(file)) {
            return new Fences(file, new HashMap<>());
        }
        try {
            return new Fences(file, Json.LENIENT.readValue(Files.readAllBytes(file), TOKENS));
        } catch (JacksonException e) {
            throw new IOException(file + " was not written by an agent", e);
        }
    }

    /** Writes newer leases to disk before the task that brought them does anything. */
    public synchronized void admit(List<Leased.Device> leases) throws TaskFailure {
        boolean isNewer = false;
        for (Leased.Device lease : leases) {
            long known = newest(lease.device());
            if (lease.fencingToken() < known) {
                throw TaskFailure.failed(
                        "fencing_token_stale",
                        "lease " + lease.fencingToken() + " of " + lease.device() + " has ended; the newest seen is "
                                + known);
            }
            isNewer |= lease.fencingToken() > highest.getOrDefault(lease.device(), 0L);
        }
        if (isNewer) {
            Map<String, Long> raised = new HashMap<>(highest);
            leases.forEach(lease -> raised.merge(lease.device(), lease.fencingToken(), Math::max));
            try {
                DurableFile.write(file, Json.LENIENT.writeValueAsBytes(raised));
            } catch (IOException e) {
                throw TaskFailure.failed("host_error", "the fencing tokens cannot be kept", e);
            }
            highest.putAll(raised);
        }
    }

    /** Of the device itself, of the GPU it is a slice of, and of the slices it consists of. */
    private long newest(String device) {
        return highest.entrySet().stream()
                .filter(known -> known.getKey().equals(device)
                        || known.getKey().startsWith(device + "/")
                        || device.startsWith(known.getKey() + "/"))
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(0);
    }
}
