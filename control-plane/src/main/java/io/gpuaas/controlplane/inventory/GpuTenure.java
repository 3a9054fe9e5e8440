package io.gpuaas.controlplane.inventory;

import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whole GPUs of one node, and from when until when an allocation held them; without an end it still does. */
public record GpuTenure(
        NodeId node,
        List<String> gpuUuids,
        Instant from,
        @Nullable Instant until) {

    public GpuTenure {
        gpuUuids = List.copyOf(gpuUuids);
    }
}
