package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.GpuPoint;
import io.gpuaas.api.GpuSeries;
import io.gpuaas.api.NodePoint;
import io.gpuaas.api.NodeTelemetry;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Samples for charts: means over steps, at most so many points. */
@Component
class Telemetry {

    static final int POINTS_MAX = 1_500;

    private final JdbcClient jdbc;

    Telemetry(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    NodeTelemetry read(NodeId node, Instant from, Instant to, int stepSeconds) {
        Span span = new Span(from, to, stepSeconds);
        return new NodeTelemetry(stepSeconds, ofNode(node, from, to, stepSeconds), seriesOf(node, null, span));
    }

    /** Of these GPUs alone. */
    List<GpuSeries> ofGpus(NodeId node, Collection<String> uuids, Span span) {
        return seriesOf(node, uuids.toArray(String[]::new), span);
    }

    /** From, inclusive, to, exclusive, with a point for so many seconds each. */
    record Span(Instant from, Instant to, int stepSeconds) {

        Span {
            Duration length = Duration.between(from, to);
            if (length.isNegative() || length.isZero()) {
                throw ProblemException.invalid("to", "must be later than from");
            }
            if (length.toSeconds() / stepSeconds > POINTS_MAX) {
                throw ProblemException.invalid(
                        "step_seconds", "is too small for this period: at most " + POINTS_MAX + " points are returned");
            }
        }
    }

    private List<NodePoint> ofNode(NodeId node, Instant from, Instant to, int step) {
        return jdbc.sql("""
                SELECT date_bin(:step * interval '1 s', at, :from) AS bin, avg(load1) AS load1,
                    avg(memory_used_bytes)::double precision AS used
                FROM nodes.node_sample WHERE node_id = :node AND at >= :from AND at < :to
                GROUP BY bin ORDER BY bin""")
                .param("node", node.value())
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .param("step", step)
                .query((row, n) -> new NodePoint(
                        Columns.instant(row, "bin"),
                        Columns.optionalDouble(row, "load1"),
                        Columns.optionalDouble(row, "used")))
                .list();
    }

    private List<GpuSeries> seriesOf(NodeId node, String @Nullable [] uuids, Span span) {
        Map<String, List<GpuPoint>> series = new LinkedHashMap<>();
        jdbc.sql("""
                SELECT gpu_uuid, date_bin(:step * interval '1 s', at, :from) AS bin,
                    avg(utilization_percent) AS utilization, avg(memory_used_bytes)::double precision AS used,
                    avg(temperature_celsius) AS temperature, avg(power_watts) AS power
                FROM nodes.gpu_sample WHERE node_id = :node AND at >= :from AND at < :to
                  AND (:uuids::text[] IS NULL OR gpu_uuid = ANY (:uuids::text[]))
                GROUP BY gpu_uuid, bin ORDER BY gpu_uuid, bin""")
                .param("node", node.value())
                .param("uuids", uuids)
                .param("from", Columns.time(span.from()))
                .param("to", Columns.time(span.to()))
                .param("step", span.stepSeconds())
                .query(row -> {
                    series.computeIfAbsent(row.getString("gpu_uuid"), uuid -> new ArrayList<>())
                            .add(new GpuPoint(
                                    Columns.instant(row, "bin"),
                                    Columns.optionalDouble(row, "utilization"),
                                    Columns.optionalDouble(row, "used"),
                                    Columns.optionalDouble(row, "temperature"),
                                    Columns.optionalDouble(row, "power")));
                });
        return series.entrySet().stream()
                .map(one -> new GpuSeries(one.getKey(), one.getValue()))
                .toList();
    }
}
