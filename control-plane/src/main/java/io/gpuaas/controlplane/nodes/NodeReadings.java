package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.GpuSeries;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Answers other domains' questions about a node: its state, what runs there, how busy its GPUs are. */
@Component
public class NodeReadings {

    private final NodeStore nodes;
    private final Telemetry telemetry;
    private final JdbcClient jdbc;

    NodeReadings(NodeStore nodes, Telemetry telemetry, JdbcClient jdbc) {
        this.nodes = nodes;
        this.telemetry = telemetry;
        this.jdbc = jdbc;
    }

    /** Present: it responds and has reported its topology. Gone: retired for good. */
    public record Reading(
            String name,
            @Nullable String hostname,
            String state,
            @Nullable String reason,
            Instant since,
            boolean isPresent,
            boolean isGone) {}

    public Optional<Reading> find(NodeId id) {
        return nodes.find(id).map(NodeReadings::reading);
    }

    public Map<NodeId, Reading> find(Collection<NodeId> ids) {
        return nodes.find(ids).stream().collect(Collectors.toMap(NodeRecord::id, NodeReadings::reading));
    }

    /** Those of these nodes whose agents say that they simulate a host. */
    public Set<NodeId> listSimulated(Collection<NodeId> ids) {
        return ids.isEmpty()
                ? Set.of()
                : nodes.find(ids).stream()
                        .filter(node -> node.topology().simulated())
                        .map(NodeRecord::id)
                        .collect(Collectors.toSet());
    }

    private static Reading reading(NodeRecord node) {
        return new Reading(
                node.name(),
                node.host().hostname(),
                node.state().wire(),
                node.reason(),
                node.standing().since(),
                switch (node.state()) {
                    case READY, CORDONED, DRAINING, DRAINED, QUARANTINED -> true;
                    case ENROLLING, UNREACHABLE, RETIRED -> false;
                },
                node.state() == NodeState.RETIRED);
    }

    /** When the node was last seen, for an unresponsive one before that; empty when it never was. */
    public Optional<Instant> findHeardAt(NodeId node) {
        return jdbc.sql("""
                SELECT CASE WHEN n.state = 'unreachable' THEN coalesce(n.silent_since, p.heard_at) ELSE p.heard_at END AS heard_at
                FROM nodes.pulse p JOIN nodes.node n ON n.id = p.node_id WHERE p.node_id = :node""")
                .param("node", node.value())
                .query((row, n) -> Columns.instant(row, "heard_at"))
                .optional();
    }

    /**
     * True when the node reported, at or after that time, its running instances and this one was not among them. A node
     * that was away reports before it is present again; a node that stayed is not asked.
     */
    public boolean lostSince(NodeId node, String kind, String id, Instant time) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM nodes.node n WHERE n.id = :node AND n.inventory_at >= :time
                    AND NOT EXISTS (SELECT 1 FROM nodes.running r WHERE r.node_id = n.id AND r.kind = :kind AND r.id = :id
                        AND r.verdict = 'verified' AND r.checked_at >= :time))""")
                .param("node", node.value())
                .param("kind", kind)
                .param("id", id)
                .param("time", Columns.time(time))
                .query(Boolean.class)
                .single();
    }

    /** A fault of a GPU and the source of the report. */
    public record GpuFault(String what, Witness witness) {}

    public enum Witness {
        /** An operator, or a host on which no tenant was root. */
        PLATFORM,
        /** The agent of the host, whether or not a tenant is root there. */
        AGENT,
        /** A guest, or the agent of a host where a tenant is root. */
        TENANT
    }

    /** The most certain fault of one of these GPUs, if there is any. Reports count from {@code reportedSince} on. */
    public Optional<GpuFault> findFault(NodeId node, Collection<String> gpuUuids, Instant reportedSince) {
        return jdbc.sql("""
                SELECT state, uuid || CASE WHEN state = 'in_service' THEN ' is reported faulty (' || reported_fault || ')'
                        ELSE ' is ' || state || coalesce(' (' || state_reason || ')', '') END AS what
                FROM nodes.gpu
                WHERE node_id = :node AND uuid = ANY (:gpus) AND (state <> 'in_service'
                    OR reported_fault IS NOT NULL AND NOT report_dismissed AND reported_at >= :since)
                ORDER BY array_position(ARRAY['faulty', 'missing', 'in_service'], state), uuid LIMIT 1""")
                .param("node", node.value())
                .param("gpus", gpuUuids.toArray(String[]::new))
                .param("since", Columns.time(reportedSince))
                .query((row, n) -> new GpuFault(row.getString("what"), witness(row.getString("state"))))
                .optional();
    }

    private static Witness witness(String gpuState) {
        return switch (gpuState) {
            case "faulty" -> Witness.PLATFORM;
            case "missing" -> Witness.AGENT;
            default -> Witness.TENANT;
        };
    }

    /**
     * When one of the GPUs was last busier than the limit, when one was measured again after a gap, and since when the
     * load of at least one is unknown. A sample may lack the load: a divided GPU reports its temperature only.
     */
    public record Activity(
            @Nullable Instant lastBusy,
            @Nullable Instant lastGapEnd,
            @Nullable Instant lastMeasured) {}

    /** From when on to look, how much counts as busy, and how far apart measurements may lie. */
    public record Watched(Instant since, double busyPercent, Duration gapMax) {}

    public Activity activity(NodeId node, Set<String> gpuUuids, Watched watched) {
        return jdbc.sql("""
                SELECT max(busy) AS busy, max(gap_end) AS gap_end,
                    CASE WHEN count(*) = :count THEN min(measured) END AS measured FROM (
                    SELECT max(at) FILTER (WHERE utilization_percent > :percent) AS busy, max(at) AS measured,
                        max(at) FILTER (WHERE at - before > :gap * interval '1 s') AS gap_end
                    FROM (
                        SELECT gpu_uuid, at, utilization_percent,
                            lag(at, 1, :since) OVER (PARTITION BY gpu_uuid ORDER BY at) AS before
                        FROM nodes.gpu_sample
                        WHERE node_id = :node AND gpu_uuid = ANY (:gpus) AND at >= :since
                          AND utilization_percent IS NOT NULL) sample
                    GROUP BY gpu_uuid) of_each""")
                .param("count", gpuUuids.size())
                .param("node", node.value())
                .param("gpus", gpuUuids.toArray(String[]::new))
                .param("percent", watched.busyPercent())
                .param("gap", watched.gapMax().toSeconds())
                .param("since", Columns.time(watched.since()))
                .query((row, n) -> new Activity(
                        Columns.optionalInstant(row, "busy"),
                        Columns.optionalInstant(row, "gap_end"),
                        Columns.optionalInstant(row, "measured")))
                .single();
    }

    /** A span of time, cut into steps. */
    public record Steps(Instant from, Instant to, int seconds) {}

    /** Measurements of these GPUs within that time. */
    public List<GpuSeries> measurements(NodeId node, Collection<String> gpuUuids, Steps steps) {
        return telemetry.ofGpus(node, gpuUuids, new Telemetry.Span(steps.from(), steps.to(), steps.seconds()));
    }
}
