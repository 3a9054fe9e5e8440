package io.gpuaas.agent.telemetry;

import io.gpuaas.agent.wire.Heartbeat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The host at one moment. What could not be read is absent and has a fault instead. */
public record HostSample(
        @Nullable Double load1,
        @Nullable Long memoryTotalBytes,
        @Nullable Long memoryUsedBytes,
        List<Heartbeat.Gpu> gpus,
        List<String> faults) {

    public HostSample {
        gpus = List.copyOf(gpus);
        faults = List.copyOf(faults);
    }
}
