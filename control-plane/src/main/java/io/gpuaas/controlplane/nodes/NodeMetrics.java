package io.gpuaas.controlplane.nodes;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        List<MultiGauge.Row<?>> loads = new ArrayList<>();
        List<MultiGauge.Row<?>> utilizations = new ArrayList<>();
        List<MultiGauge.Row<?>> temperatures = new ArrayList<>();
        for (Map.Entry<io.gpuaas.kernel.NodeId, NodeMessages.Heartbeat> one :
                heartbeats.latest(NODES_MAX).entrySet()) {
            String node = one.getKey().toString();
            add(loads, Tags.of("node", node), one.getValue().load1());
            for (NodeMessages.GpuSample gpu : one.getValue().gpus()) {
                Tags tags = Tags.of("node", node, "gpu", gpu.uuid());
                add(utilizations, tags, gpu.utilizationPercent());
                add(temperatures, tags, gpu.temperatureCelsius());
            }
        }
        load.register(loads, true);
        utilization.register(utilizations, true);
        temperature.register(temperatures, true);
    }

    private static void add(List<MultiGauge.Row<?>> rows, Tags tags, @org.jspecify.annotations.Nullable Double value) {
        if (value != null) {
            rows.add(MultiGauge.Row.of(tags, value));
        }
    }
}
