package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The fleet in numbers: nodes by state from the database, load of single nodes and GPUs as this process heard it. */
@Component
class NodeMetrics {

    private static final Logger log = LoggerFactory.getLogger(NodeMetrics.class);

    /** Each node and GPU is a line of its own; beyond this the charts of the API must do. */
    private static final int NODES_MAX = 2_000;

    private final JdbcClient jdbc;
    private final Heartbeats heartbeats;
    private final MultiGauge states;
    private final MultiGauge load;
    private final MultiGauge utilization;
    private final MultiGauge temperature;

    /** The GPUs of each node that has lines of its own. */
    private Map<NodeId, List<String>> shown = Map.of();

    NodeMetrics(JdbcClient jdbc, Heartbeats heartbeats, Polls polls, MeterRegistry metrics) {
        this.jdbc = jdbc;
        this.heartbeats = heartbeats;
        this.states = gauge(metrics, "gpuaas_nodes", "Nodes by state");
        this.load = gauge(metrics, "gpuaas_node_load1", "Load of a node");
        this.utilization = gauge(metrics, "gpuaas_node_gpu_utilization_percent", "Utilization of a GPU");
        this.temperature = gauge(metrics, "gpuaas_node_gpu_temperature_celsius", "Temperature of a GPU");
        metrics.gauge("gpuaas_node_polls_waiting", polls, Polls::count);
    }

    private static MultiGauge gauge(MeterRegistry metrics, String name, String description) {
        return MultiGauge.builder(name).description(description).register(metrics);
    }

    @Scheduled(fixedDelayString = "PT10S")
    void measure() {
        try {
            states.register(
                    jdbc.sql("SELECT state, count(*) FROM nodes.node GROUP BY state")
                            .query((row, n) -> MultiGauge.Row.of(Tags.of("state", row.getString(1)), row.getLong(2)))
                            .list(),
                    true);
        } catch (DataAccessException e) {
            log.warn("nodes could not be counted", e);
        }
        showNodes(heartbeats.latest(NODES_MAX));
    }

    /** Lines read what was said last when they are asked for; they are made anew only when there are others. */
    private void showNodes(Map<NodeId, NodeMessages.Heartbeat> said) {
        Map<NodeId, List<String>> now = new HashMap<>();
        said.forEach((node, beat) -> now.put(
                node, beat.gpus().stream().map(NodeMessages.GpuSample::uuid).toList()));
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        List<MultiGauge.Row<?>> loads = new ArrayList<>();
        List<MultiGauge.Row<?>> utilizations = new ArrayList<>();
        List<MultiGauge.Row<?>> temperatures = new ArrayList<>();
        now.forEach((node, gpus) -> {
            loads.add(row(Tags.of("node", node.toString()), node, NodeMessages.Heartbeat::load1));
            for (String uuid : gpus) {
                Tags tags = Tags.of("node", node.toString(), "gpu", uuid);
                utilizations.add(row(tags, node, beat -> gpu(beat, uuid, NodeMessages.GpuSample::utilizationPercent)));
                temperatures.add(row(tags, node, beat -> gpu(beat, uuid, NodeMessages.GpuSample::temperatureCelsius)));
            }
        });
        load.register(loads, true);
        utilization.register(utilizations, true);
        temperature.register(temperatures, true);
    }

    private MultiGauge.Row<?> row(Tags tags, NodeId node, Function<NodeMessages.Heartbeat, @Nullable Double> value) {
        return MultiGauge.Row.of(
                tags, heartbeats, from -> from.latest(node).map(value).orElse(Double.NaN));
    }

    private static @Nullable Double gpu(
            NodeMessages.Heartbeat beat, String uuid, Function<NodeMessages.GpuSample, @Nullable Double> value) {
        return beat.gpus().stream()
                .filter(gpu -> gpu.uuid().equals(uuid))
                .findFirst()
                .map(value)
                .orElse(null);
    }
}
