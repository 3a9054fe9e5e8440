package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Writes the heartbeats of all nodes in one statement per table. */
@Component
class PulseStore {

    private static final Duration SKEW_SHOWN_MAX = Duration.ofDays(36_500);

    private final JdbcClient jdbc;

    PulseStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A pulse without a heartbeat only moves the time. A pulse after a silence leaves a mark, so that it does not
     * matter which is first, the node or {@link SilenceWatch}; unless the silence began before {@code listeningSince},
     * when this process may only have missed its pulses.
     */
    void writePulses(List<Heartbeats.Pulse> pulses, Instant listeningSince) {
        if (pulses.isEmpty()) {
            return;
        }
        jdbc.sql("""
                INSERT INTO nodes.pulse AS p (node_id, heard_at, boot_id, agent_version, clock_skew_millis, load1,
                    memory_total_bytes, memory_used_bytes, running_tasks, faults, silent_since)
                SELECT b.node_id, b.heard_at, b.boot_id, b.agent_version, b.skew, b.load1, b.total, b.used,
                    coalesce(string_to_array(nullif(b.tasks, ''), ',')::uuid[], '{}'),
                    coalesce(string_to_array(nullif(b.faults, ''), E'\\x1f'), '{}'), before.heard_at
                FROM unnest(:nodes, :firsts::timestamptz[], :times::timestamptz[], :boots, :agents, :skews, :loads, :totals,
                        :used, :tasks, :faults)
                    AS b (node_id, first_heard_at, heard_at, boot_id, agent_version, skew, load1, total, used, tasks, faults)
                JOIN nodes.node n ON n.id = b.node_id
                LEFT JOIN nodes.pulse before ON before.node_id = b.node_id AND before.heard_at >= :listeningSince
                    AND b.first_heard_at - before.heard_at > :silence * interval '1 s'
                ORDER BY b.node_id
                ON CONFLICT (node_id) DO UPDATE SET
                    heard_at = greatest(p.heard_at, excluded.heard_at),
                    silent_since = CASE WHEN excluded.silent_since = p.heard_at THEN p.heard_at ELSE p.silent_since END,
                    boot_id = coalesce(excluded.boot_id, p.boot_id),
                    agent_version = coalesce(excluded.agent_version, p.agent_version),
                    clock_skew_millis = coalesce(excluded.clock_skew_millis, p.clock_skew_millis),
                    load1 = coalesce(excluded.load1, p.load1),
                    memory_total_bytes = coalesce(excluded.memory_total_bytes, p.memory_total_bytes),
                    memory_used_bytes = coalesce(excluded.memory_used_bytes, p.memory_used_bytes),
                    running_tasks = CASE WHEN excluded.boot_id IS NULL THEN p.running_tasks ELSE excluded.running_tasks END,
                    faults = CASE WHEN excluded.boot_id IS NULL THEN p.faults ELSE excluded.faults END""")
                .param("nodes", column(pulses, one -> one.node().value(), UUID[]::new))
                .param("listeningSince", Columns.time(listeningSince))
                .param("silence", SilenceWatch.SILENCE_MAX.toSeconds())
                .param("firsts", column(pulses, one -> one.firstHeardAt().toString(), String[]::new))
                .param("times", column(pulses, one -> one.heardAt().toString(), String[]::new))
                .param("boots", column(pulses, one -> said(one, NodeMessages.Heartbeat::bootId), String[]::new))
                .param("agents", column(pulses, one -> said(one, NodeMessages.Heartbeat::agentVersion), String[]::new))
                .param("skews", column(pulses, one -> said(one, beat -> skew(one, beat)), Long[]::new))
                .param("loads", column(pulses, one -> said(one, NodeMessages.Heartbeat::load1), Double[]::new))
                .param(
                        "totals",
                        column(pulses, one -> said(one, NodeMessages.Heartbeat::memoryTotalBytes), Long[]::new))
                .param("used", column(pulses, one -> said(one, NodeMessages.Heartbeat::memoryUsedBytes), Long[]::new))
                .param("tasks", column(pulses, one -> said(one, PulseStore::tasks), String[]::new))
                .param("faults", column(pulses, one -> said(one, PulseStore::faults), String[]::new))
                .update();
    }

    private static <T> @Nullable T said(Heartbeats.Pulse pulse, Function<NodeMessages.Heartbeat, @Nullable T> what) {
        return pulse.said() == null ? null : what.apply(pulse.said());
    }

    /** A clock that is off by more than that is off by that much. */
    private static long skew(Heartbeats.Pulse pulse, NodeMessages.Heartbeat beat) {
        long seconds = Duration.between(pulse.heardAt(), beat.at()).toSeconds();
        return Math.abs(seconds) < SKEW_SHOWN_MAX.toSeconds()
                ? Duration.between(pulse.heardAt(), beat.at()).toMillis()
                : SKEW_SHOWN_MAX.toMillis() * Long.signum(seconds);
    }

    private static String tasks(NodeMessages.Heartbeat beat) {
        return beat.runningTasks().stream().map(Object::toString).collect(Collectors.joining(","));
    }

    private static String faults(NodeMessages.Heartbeat beat) {
        return beat.faults() == null ? "" : String.join("\u001f", beat.faults());
    }

    private static <R, T> @Nullable T[] column(
            List<R> rows, Function<R, @Nullable T> value, java.util.function.IntFunction<@Nullable T[]> array) {
        @Nullable T[] column = array.apply(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            column[i] = value.apply(rows.get(i));
        }
        return column;
    }

    void writeSamples(List<Heartbeats.Sample> samples) {
        if (samples.isEmpty()) {
            return;
        }
        jdbc.sql("""
                INSERT INTO nodes.node_sample (node_id, at, load1, memory_used_bytes)
                SELECT * FROM unnest(:nodes, :times::timestamptz[], :loads, :used) ON CONFLICT DO NOTHING""")
                .param("nodes", column(samples, one -> one.node().value(), UUID[]::new))
                .param("times", column(samples, one -> one.at().toString(), String[]::new))
                .param("loads", column(samples, one -> one.said().load1(), Double[]::new))
                .param("used", column(samples, one -> one.said().memoryUsedBytes(), Long[]::new))
                .update();
        writeGpuSamples(samples);
    }

    private record OfGpu(UUID node, Instant at, NodeMessages.GpuSample gpu) {}

    /** Of GPUs the node's topology has: whatever else a node speaks of leaves no trace. */
    private void writeGpuSamples(List<Heartbeats.Sample> samples) {
        List<OfGpu> rows = new ArrayList<>();
        for (Heartbeats.Sample sample : samples) {
            addGpus(sample, rows);
        }
        if (rows.isEmpty()) {
            return;
        }
        jdbc.sql("""
                INSERT INTO nodes.gpu_sample (node_id, gpu_uuid, at, utilization_percent, memory_used_bytes,
                    temperature_celsius, power_watts)
                SELECT s.* FROM unnest(:nodes, :gpus, :times::timestamptz[], :utilization, :used, :temperature, :power)
                    AS s (node_id, gpu_uuid, at, utilization, used, temperature, power)
                JOIN nodes.gpu g ON g.node_id = s.node_id AND g.uuid = s.gpu_uuid
                ON CONFLICT DO NOTHING""")
                .param("nodes", column(rows, OfGpu::node, UUID[]::new))
                .param("gpus", column(rows, one -> one.gpu().uuid(), String[]::new))
                .param("times", column(rows, one -> one.at().toString(), String[]::new))
                .param("utilization", column(rows, one -> one.gpu().utilizationPercent(), Double[]::new))
                .param("used", column(rows, one -> one.gpu().memoryUsedBytes(), Long[]::new))
                .param("temperature", column(rows, one -> one.gpu().temperatureCelsius(), Double[]::new))
                .param("power", column(rows, one -> one.gpu().powerWatts(), Double[]::new))
                .update();
    }

    /** GPUs a guest has are seen by the guest alone. */
    private static void addGpus(Heartbeats.Sample sample, List<OfGpu> rows) {
        Set<String> seen = new HashSet<>();
        UUID node = sample.node().value();
        sample.said().gpus().stream()
                .filter(gpu -> seen.add(gpu.uuid()))
                .forEach(gpu -> rows.add(new OfGpu(node, sample.at(), gpu)));
        if (sample.said().guests() != null) {
            sample.said().guests().stream()
                    .flatMap(guest -> guest.gpus().stream())
                    .filter(gpu -> seen.add(gpu.uuid()))
                    .forEach(gpu -> rows.add(new OfGpu(node, sample.at(), gpu)));
        }
    }
}
