package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.NodeId;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Exports metrics of the fleet: nodes by state from the database, load of single nodes and GPUs as reported to this
 * process.
 */
@Component
class NodeMetrics implements BackgroundWork {

    /** Each node and GPU is a line of its own; beyond this the charts of the API must do. */
    private static final int NODES_MAX = 2_000;

    /** A node may report a GPU before it has reported its topology. */
    private static final int LOOKED_AGAIN_AFTER = 6;

    private final JdbcClient jdbc;
    private final Heartbeats heartbeats;
    private final TopologyStore topology;
    private final MultiGauge states;
    private final MultiGauge load;
    private final MultiGauge memory;
    private final List<OfGpus> ofGpus;

    /** One figure of every GPU. */
    private record OfGpus(MultiGauge lines, Function<NodeMessages.GpuSample, @Nullable Number> value) {}

    /** The GPUs of each node that has lines of its own. */
    private Map<NodeId, List<String>> shown = Map.of();

    /** The GPUs nodes spoke of when it was last looked up which of them they have, and how often they did so since. */
    private Map<NodeId, List<String>> said = Map.of();

    private int saidAgain;

    NodeMetrics(JdbcClient jdbc, Heartbeats heartbeats, TopologyStore topology, Polls polls, MeterRegistry metrics) {
        this.jdbc = jdbc;
        this.heartbeats = heartbeats;
        this.topology = topology;
        this.states = gauge(metrics, "gpuaas_nodes", "Nodes by state");
        this.load = gauge(metrics, "gpuaas_node_load1", "Load of a node");
        this.memory = gauge(metrics, "gpuaas_node_memory_used_bytes", "Memory in use on a node");
        this.ofGpus = List.of(
                new OfGpus(
                        gauge(metrics, "gpuaas_node_gpu_utilization_percent", "Utilization of a GPU"),
                        NodeMessages.GpuSample::utilizationPercent),
                new OfGpus(
                        gauge(metrics, "gpuaas_node_gpu_temperature_celsius", "Temperature of a GPU"),
                        NodeMessages.GpuSample::temperatureCelsius),
                new OfGpus(
                        gauge(metrics, "gpuaas_node_gpu_memory_used_bytes", "Memory in use on a GPU"),
                        NodeMessages.GpuSample::memoryUsedBytes),
                new OfGpus(
                        gauge(metrics, "gpuaas_node_gpu_power_watts", "Power a GPU draws"),
                        NodeMessages.GpuSample::powerWatts),
                new OfGpus(
                        gauge(metrics, "gpuaas_node_gpu_ecc_uncorrected", "Uncorrected ECC errors of a GPU"),
                        NodeMessages.GpuSample::eccUncorrected),
                new OfGpus(
                        gauge(
                                metrics,
                                "gpuaas_node_gpu_xid",
                                "The last error number that the driver reported for a GPU"),
                        NodeMetrics::lastXid));
        metrics.gauge("gpuaas_node_polls_waiting", polls, Polls::count);
    }

    private static MultiGauge gauge(MeterRegistry metrics, String name, String description) {
        return MultiGauge.builder(name).description(description).register(metrics);
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(10), "nodes.metrics", this::measure);
    }

    void measure() {
        states.register(
                jdbc.sql("SELECT state, count(*) FROM nodes.node GROUP BY state")
                        .query((row, n) -> MultiGauge.Row.of(Tags.of("state", row.getString(1)), row.getLong(2)))
                        .list(),
                true);
        showNodes(heartbeats.latest(NODES_MAX));
    }

    /**
     * Gauges read the latest heartbeat when they are scraped; they are registered again only when the set of nodes
     * changes.
     */
    private void showNodes(Map<NodeId, NodeMessages.Heartbeat> latest) {
        Map<NodeId, List<String>> now = new HashMap<>();
        latest.forEach((node, beat) -> now.put(
                node, beat.gpus().stream().map(NodeMessages.GpuSample::uuid).toList()));
        boolean isSaidAgain = now.equals(said) && ++saidAgain % LOOKED_AGAIN_AFTER != 0;
        if (now.equals(shown) || isSaidAgain) {
            return;
        }
        said = now;
        Map<NodeId, List<String>> known = ofTopology(now);
        if (known.equals(shown)) {
            return;
        }
        shown = known;
        load.register(ofNodes(NodeMessages.Heartbeat::load1), true);
        memory.register(ofNodes(NodeMessages.Heartbeat::memoryUsedBytes), true);
        ofGpus.forEach(figure -> figure.lines().register(ofGpus(figure.value()), true));
    }

    /** No lines for GPUs a node merely speaks of: their names would be the node's to choose. */
    private Map<NodeId, List<String>> ofTopology(Map<NodeId, List<String>> spokenOf) {
        Map<NodeId, Set<String>> there = topology.uuids(spokenOf.keySet());
        Map<NodeId, List<String>> known = new HashMap<>();
        spokenOf.forEach((node, gpus) -> {
            Set<String> its = there.getOrDefault(node, Set.of());
            known.put(node, gpus.stream().filter(its::contains).toList());
        });
        return known;
    }

    private List<MultiGauge.Row<?>> ofNodes(Function<NodeMessages.Heartbeat, @Nullable Number> value) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        shown.keySet().forEach(node -> rows.add(row(Tags.of("node", node.toString()), node, value)));
        return rows;
    }

    private List<MultiGauge.Row<?>> ofGpus(Function<NodeMessages.GpuSample, @Nullable Number> value) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        shown.forEach((node, gpus) -> {
            for (String uuid : gpus) {
                rows.add(row(Tags.of("node", node.toString(), "gpu", uuid), node, beat -> gpu(beat, uuid, value)));
            }
        });
        return rows;
    }

    private MultiGauge.Row<?> row(Tags tags, NodeId node, Function<NodeMessages.Heartbeat, @Nullable Number> value) {
        return MultiGauge.Row.of(
                tags,
                heartbeats,
                from -> from.latest(node).map(value).map(Number::doubleValue).orElse(Double.NaN));
    }

    private static @Nullable Number gpu(
            NodeMessages.Heartbeat beat, String uuid, Function<NodeMessages.GpuSample, @Nullable Number> value) {
        return beat.gpus().stream()
                .filter(gpu -> gpu.uuid().equals(uuid))
                .findFirst()
                .map(value)
                .orElse(null);
    }

    private static @Nullable Number lastXid(NodeMessages.GpuSample gpu) {
        return gpu.xid() == null || gpu.xid().isEmpty() ? null : gpu.xid().getLast();
    }
}
