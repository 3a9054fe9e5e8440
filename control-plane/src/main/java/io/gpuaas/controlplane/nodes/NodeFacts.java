package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Shows the state and hardware of nodes to the domains that sell it. {@link NodeChanged} says when to read it again.
 */
@Component
public class NodeFacts {

    private static final int NUMA_UNKNOWN = -1;

    private final JdbcClient jdbc;
    private final NodeStore nodes;
    private final TopologyStore topology;
    private final NodeJson json;

    NodeFacts(JdbcClient jdbc, NodeStore nodes, TopologyStore topology, NodeJson json) {
        this.jdbc = jdbc;
        this.nodes = nodes;
        this.topology = topology;
        this.json = json;
    }

    /** The state is one of {@code NodeState}'s words; shapes are what its agent says it can make, if it says so. */
    public record Known(
            NodeId id,
            String name,
            String state,
            @Nullable String reason,
            Instant changedAt,
            @Nullable List<String> shapes,
            List<Gpu> gpus) {}

    /**
     * A GPU with the disk and the fabric port that are paired with it. The NUMA node is -1 when not known. It was replaced
     * when it is missing and another stands at its address, or stood there after it.
     */
    public record Gpu(
            String uuid,
            String pciAddress,
            @Nullable String model,
            int numaNode,
            @Nullable String nvme,
            @Nullable String nic,
            String state,
            @Nullable String reason,
            boolean replaced) {

        public boolean inService() {
            return state.equals("in_service");
        }
    }

    /** When a node last changed, to find those that were not looked at since. */
    public record Change(NodeId id, Instant changedAt) {}

    public Optional<Known> find(NodeId id) {
        return nodes.find(id).map(this::known);
    }

    /** By id, so that the next page begins after the last one. */
    public List<Change> listChanges(@Nullable NodeId after, int limit) {
        return jdbc.sql("""
                SELECT id, changed_at FROM nodes.node WHERE :after::uuid IS NULL OR id > :after
                ORDER BY id LIMIT :limit""")
                .param("after", after == null ? null : after.value())
                .param("limit", limit)
                .query((row, n) ->
                        new Change(new NodeId(row.getObject("id", UUID.class)), Columns.instant(row, "changed_at")))
                .list();
    }

    private Known known(NodeRecord node) {
        Map<String, JsonNode> facts = new HashMap<>();
        Map<String, JsonNode> pairings = new HashMap<>();
        JsonNode tree = topology.find(node.id(), node.topology().version())
                .map(version -> json.tree(version.facts()))
                .orElse(MissingNode.getInstance());
        tree.path("gpus").forEach(gpu -> facts.put(gpu.path("uuid").asString(), gpu));
        tree.path("pairings").forEach(pair -> pairings.put(pair.path("gpu").asString(), pair));
        List<TopologyStore.GpuRow> rows = topology.gpus(node.id());
        List<Gpu> gpus = rows.stream()
                .map(row -> gpu(
                        row,
                        facts.get(row.gpu().uuid()),
                        pairings.get(row.gpu().pciAddress()),
                        rows.stream().anyMatch(row::wasReplacedBy)))
                .toList();
        return new Known(
                node.id(),
                node.name(),
                node.state().wire(),
                node.reason(),
                node.revision().changedAt(),
                shapes(tree),
                gpus);
    }

    private static @Nullable List<String> shapes(JsonNode facts) {
        return facts.has("shapes")
                ? facts.path("shapes").valueStream().map(JsonNode::asString).toList()
                : null;
    }

    private static Gpu gpu(
            TopologyStore.GpuRow row, @Nullable JsonNode facts, @Nullable JsonNode pairing, boolean replaced) {
        return new Gpu(
                row.gpu().uuid(),
                row.gpu().pciAddress(),
                row.gpu().model(),
                facts == null ? NUMA_UNKNOWN : facts.path("numa_node").asInt(NUMA_UNKNOWN),
                text(pairing, "nvme"),
                text(pairing, "nic"),
                row.state(),
                row.reason(),
                replaced);
    }

    private static @Nullable String text(@Nullable JsonNode node, String field) {
        return node == null || !node.hasNonNull(field) ? null : node.path(field).asString();
    }
}
