package io.gpuaas.agent.wire;

import io.gpuaas.kernel.TaskId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agent's report of every few seconds. A figure that could not be read is absent, never zero. */
public record Heartbeat(
        String bootId,
        String agentVersion,
        Instant at,
        long lastSequence,
        List<TaskId> runningTasks,
        @Nullable String topologyDigest,
        @Nullable Double load1,
        @Nullable Long memoryTotalBytes,
        @Nullable Long memoryUsedBytes,
        List<Gpu> gpus,
        List<Guest> guests,
        List<String> faults) {

    public Heartbeat {
        runningTasks = List.copyOf(runningTasks);
        gpus = List.copyOf(gpus);
        guests = List.copyOf(guests);
        faults = List.copyOf(faults);
    }

    public record Gpu(
            String uuid,
            String pciAddress,
            @Nullable Integer utilizationPercent,
            @Nullable Long memoryUsedBytes,
            @Nullable Long memoryTotalBytes,
            @Nullable Integer temperatureCelsius,
            @Nullable Double powerWatts,
            @Nullable Long eccUncorrected,
            List<Integer> xid) {

        public Gpu {
            xid = xid == null ? List.of() : List.copyOf(xid);
        }
    }

    /** A virtual machine's report about its GPUs. */
    public record Guest(String guestId, Instant at, List<Gpu> gpus) {

        public Guest {
            gpus = List.copyOf(gpus);
        }
    }
}
