package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationTelemetry;
import io.gpuaas.api.GpuPoint;
import io.gpuaas.api.GpuSeries;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.GpuTenure;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.kernel.AllocationId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads the measurements of an allocation's GPUs for the time it held them. Outside that time they belong to another
 * holder, and a divided GPU has several at once: neither is shown.
 */
@Component
class GpuMeasurements {

    private final Capacity capacity;
    private final NodeReadings nodes;
    private final Clock clock;

    GpuMeasurements(Capacity capacity, NodeReadings nodes, Clock clock) {
        this.capacity = capacity;
        this.nodes = nodes;
        this.clock = clock;
    }

    /** The time that is asked for; without a beginning or an end from the first lease on and until now. */
    record Asked(@Nullable Instant from, @Nullable Instant to, int stepSeconds) {}

    AllocationTelemetry read(AllocationId allocation, Asked asked) {
        List<GpuTenure> tenures = capacity.tenures(allocation);
        Instant now = clock.instant();
        Instant to = asked.to() == null ? now : asked.to();
        Instant from = asked.from() != null
                ? asked.from()
                : tenures.stream().map(GpuTenure::from).findFirst().orElse(to);
        Map<String, List<GpuPoint>> points = new LinkedHashMap<>();
        for (GpuTenure tenure : tenures) {
            Instant begin = later(from, tenure.from());
            Instant end = earlier(to, tenure.until() == null ? now : tenure.until());
            tenure.gpuUuids().forEach(uuid -> points.computeIfAbsent(uuid, key -> new ArrayList<>()));
            if (begin.isBefore(end)) {
                nodes.measurements(
                                tenure.node(),
                                tenure.gpuUuids(),
                                new NodeReadings.Steps(begin, end, asked.stepSeconds()))
                        .forEach(series -> points.computeIfAbsent(series.uuid(), key -> new ArrayList<>())
                                .addAll(series.points()));
            }
        }
        return new AllocationTelemetry(
                asked.stepSeconds(),
                points.entrySet().stream()
                        .map(one -> new GpuSeries(one.getKey(), one.getValue()))
                        .toList());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
