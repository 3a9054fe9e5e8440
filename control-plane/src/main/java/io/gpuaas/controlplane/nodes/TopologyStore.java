package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class TopologyStore {

    /** Missing workloads remembered per node; a hostile node could report new ids without end. */
    static final int MISSING_KEPT_MAX = 100;

    private final JdbcClient jdbc;

    TopologyStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Gpu(
            String uuid,
            String pciAddress,
            @Nullable String model,
            @Nullable Long memoryBytes) {}

    record GpuRow(Gpu gpu, String state, @Nullable String reason, Instant since) {

        boolean isMissing() {
            return state.equals("missing");
        }

        /** One that is merely missing may come back; an address has room for one. */
        boolean wasReplacedBy(GpuRow other) {
            return isMissing()
                    && gpu.pciAddress().equals(other.gpu.pciAddress())
                    && (!other.isMissing() || other.since.isAfter(since));
        }
    }

    record Version(int version, String digest, String facts, Instant reportedAt) {}

    void add(NodeId node, int version, NodeMessages.Topology told, String facts, Instant now) {
        jdbc.sql("""
                INSERT INTO nodes.topology (node_id, version, digest, boot_id, facts, reported_at)
                VALUES (:node, :version, :digest, :boot, :facts::jsonb, :now)""")
                .param("node", node.value())
                .param("version", version)
                .param("digest", told.digest())
                .param("boot", told.bootId())
                .param("facts", facts)
                .param("now", Columns.time(now))
                .update();
    }

    boolean isSame(NodeId node, int version, String facts) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM nodes.topology
                    WHERE node_id = :node AND version = :version AND facts = :facts::jsonb)""")
                .param("node", node.value())
                .param("version", version)
                .param("facts", facts)
                .query(Boolean.class)
                .single();
    }

    void deleteUpTo(NodeId node, int version) {
        jdbc.sql("DELETE FROM nodes.topology WHERE node_id = :node AND version <= :version")
                .param("node", node.value())
                .param("version", version)
                .update();
    }

    /** Which GPUs these nodes have. */
    Map<NodeId, Set<String>> uuids(Collection<NodeId> nodes) {
        Map<NodeId, Set<String>> found = new HashMap<>();
        jdbc.sql("SELECT node_id, uuid FROM nodes.gpu WHERE node_id = " + Columns.ANY_OF_IDS)
                .param("ids", nodes.stream().map(NodeId::value).toArray(UUID[]::new))
                .query(row -> {
                    found.computeIfAbsent(new NodeId(row.getObject("node_id", UUID.class)), id -> new HashSet<>())
                            .add(row.getString("uuid"));
                });
        return found;
    }

    Optional<Version> find(NodeId node, int version) {
        return jdbc.sql("SELECT * FROM nodes.topology WHERE node_id = :node AND version = :version")
                .param("node", node.value())
                .param("version", version)
                .query((row, n) -> new Version(
                        version, row.getString("digest"), row.getString("facts"), Columns.instant(row, "reported_at")))
                .optional();
    }

    Map<String, String> gpuStates(NodeId node) {
        Map<String, String> states = new HashMap<>();
        gpus(node).forEach(row -> states.put(row.gpu().uuid(), row.state()));
        return states;
    }

    List<GpuRow> gpus(NodeId node) {
        return jdbc.sql("SELECT * FROM nodes.gpu WHERE node_id = :node ORDER BY pci_address, uuid")
                .param("node", node.value())
                .query((row, n) -> new GpuRow(
                        new Gpu(
                                row.getString("uuid"),
                                row.getString("pci_address"),
                                row.getString("model"),
                                Columns.optionalLong(row, "memory_bytes")),
                        row.getString("state"),
                        row.getString("state_reason"),
                        Columns.instant(row, "state_since")))
                .list();
    }

    /** Those that are missing, but for these. */
    void forgetMissing(NodeId node, Collection<String> kept) {
        jdbc.sql("DELETE FROM nodes.gpu WHERE node_id = :node AND state = 'missing' AND uuid <> ALL (:kept)")
                .param("node", node.value())
                .param("kept", kept.toArray(String[]::new))
                .update();
    }

    /** Gives how many of them were in another state. */
    int setGpuState(NodeId node, Collection<String> uuids, String state, @Nullable String reason, Instant now) {
        if (uuids.isEmpty()) {
            return 0;
        }
        return jdbc.sql("""
                UPDATE nodes.gpu SET state = :state, state_reason = :reason, state_since = :now
                WHERE node_id = :node AND uuid = ANY (:uuids) AND state <> :state""")
                .param("node", node.value())
                .param("uuids", uuids.toArray(String[]::new))
                .param("state", state)
                .param("reason", reason)
                .param("now", Columns.time(now))
                .update();
    }

    /**
     * Returns whether the report is new. A GPU that is out of service already needs no report. A repeated report counts
     * again after an hour, so that an earlier report of another tenant does not hide it; a dismissed one does not.
     */
    boolean report(NodeId node, String uuid, String fault, Instant now) {
        return jdbc.sql("""
                UPDATE nodes.gpu SET reported_fault = :fault, reported_at = :now, report_dismissed = false
                WHERE node_id = :node AND uuid = :uuid AND state = 'in_service' AND (reported_fault IS NULL
                    OR NOT report_dismissed AND reported_at < :now::timestamptz - interval '1 hour')""")
                        .param("node", node.value())
                        .param("uuid", uuid)
                        .param("fault", fault)
                        .param("now", Columns.time(now))
                        .update()
                > 0;
    }

    boolean hasReports(NodeId node, Collection<String> uuids) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM nodes.gpu
                    WHERE node_id = :node AND uuid = ANY (:uuids) AND reported_fault IS NOT NULL)""")
                .param("node", node.value())
                .param("uuids", uuids.toArray(String[]::new))
                .query(Boolean.class)
                .single();
    }

    int confirmReports(NodeId node, Collection<String> uuids, String by, Instant now) {
        return jdbc.sql("""
                UPDATE nodes.gpu SET state = 'faulty', state_reason = reported_fault || ', confirmed: ' || :by,
                    state_since = :now, reported_fault = NULL, reported_at = NULL, report_dismissed = false
                WHERE node_id = :node AND uuid = ANY (:uuids) AND reported_fault IS NOT NULL AND state <> 'faulty'""")
                .param("node", node.value())
                .param("uuids", uuids.toArray(String[]::new))
                .param("by", by)
                .param("now", Columns.time(now))
                .update();
    }

    int dismissReports(NodeId node, Collection<String> uuids) {
        return jdbc.sql("""
                UPDATE nodes.gpu SET report_dismissed = true
                WHERE node_id = :node AND uuid = ANY (:uuids) AND reported_fault IS NOT NULL AND NOT report_dismissed""")
                .param("node", node.value())
                .param("uuids", uuids.toArray(String[]::new))
                .update();
    }

    int clearReports(NodeId node, Collection<String> uuids) {
        return jdbc.sql("""
                UPDATE nodes.gpu SET reported_fault = NULL, reported_at = NULL, report_dismissed = false
                WHERE node_id = :node AND uuid = ANY (:uuids) AND reported_fault IS NOT NULL""")
                .param("node", node.value())
                .param("uuids", uuids.toArray(String[]::new))
                .update();
    }

    /** With the fault it has: what its agent repeats of it until the host is booted again does not count. */
    void returnGpu(NodeId node, String uuid, Instant now) {
        jdbc.sql("""
                UPDATE nodes.gpu SET state = 'in_service', accepted_fault = state_reason,
                    accepted_boot = (SELECT boot_id FROM nodes.pulse WHERE node_id = :node), state_reason = NULL,
                    state_since = :now, reported_fault = NULL, reported_at = NULL, report_dismissed = false
                WHERE node_id = :node AND uuid = :uuid""")
                .param("node", node.value())
                .param("uuid", uuid)
                .param("now", Columns.time(now))
                .update();
    }

    /** By GPU: what it was taken back with during this boot of its host. */
    Map<String, String> acceptedFaults(NodeId node, String bootId) {
        Map<String, String> accepted = new HashMap<>();
        jdbc.sql("""
                SELECT uuid, accepted_fault FROM nodes.gpu
                WHERE node_id = :node AND accepted_boot = :boot AND accepted_fault IS NOT NULL""").param("node", node.value()).param("boot", bootId).query(row -> {
            accepted.put(row.getString("uuid"), row.getString("accepted_fault"));
        });
        return accepted;
    }

    void putGpus(NodeId node, List<Gpu> gpus, Instant now) {
        if (gpus.isEmpty()) {
            return;
        }
        jdbc.sql("""
                INSERT INTO nodes.gpu AS g (node_id, uuid, pci_address, model, memory_bytes, state, state_since)
                SELECT :node, n.uuid, n.pci, n.model, n.memory, 'in_service', :now
                FROM unnest(:uuids, :pcis, :models, :memories) AS n (uuid, pci, model, memory)
                ON CONFLICT (node_id, uuid) DO UPDATE SET
                    pci_address = excluded.pci_address, model = excluded.model, memory_bytes = excluded.memory_bytes,
                    state = CASE WHEN g.state = 'missing' THEN 'in_service' ELSE g.state END,
                    state_reason = CASE WHEN g.state = 'missing' THEN NULL ELSE g.state_reason END,
                    state_since = CASE WHEN g.state = 'missing' THEN :now ELSE g.state_since END""")
                .param("node", node.value())
                .param("now", Columns.time(now))
                .param("uuids", gpus.stream().map(Gpu::uuid).toArray(String[]::new))
                .param("pcis", gpus.stream().map(Gpu::pciAddress).toArray(String[]::new))
                .param("models", gpus.stream().map(Gpu::model).toArray(String[]::new))
                .param("memories", gpus.stream().map(Gpu::memoryBytes).toArray(Long[]::new))
                .update();
    }

    record RunningRow(String kind, String id, String verdict, Instant checkedAt) {}

    /** Marks reported workloads as verified and earlier ones as missing. Only the newest missing ones are kept. */
    void compareRunning(NodeId node, List<NodeMessages.Running> running, Instant now) {
        jdbc.sql("""
                WITH told AS (SELECT DISTINCT kind, id FROM unnest(:kinds, :ids) AS t (kind, id)),
                gone AS (
                    UPDATE nodes.running r SET verdict = 'missing', checked_at = :now
                    WHERE r.node_id = :node AND r.verdict <> 'missing'
                        AND NOT EXISTS (SELECT 1 FROM told t WHERE t.kind = r.kind AND t.id = r.id))
                INSERT INTO nodes.running (node_id, kind, id, verdict, checked_at)
                SELECT :node, kind, id, 'verified', :now FROM told
                ON CONFLICT (node_id, kind, id) DO UPDATE SET verdict = 'verified', checked_at = :now""")
                .param("node", node.value())
                .param("now", Columns.time(now))
                .param("kinds", running.stream().map(NodeMessages.Running::kind).toArray(String[]::new))
                .param("ids", running.stream().map(NodeMessages.Running::id).toArray(String[]::new))
                .update();
        jdbc.sql("""
                DELETE FROM nodes.running r USING (
                    SELECT kind, id FROM nodes.running WHERE node_id = :node AND verdict = 'missing'
                    ORDER BY checked_at DESC, kind, id OFFSET :kept) old
                WHERE r.node_id = :node AND r.kind = old.kind AND r.id = old.id""")
                .param("node", node.value())
                .param("kept", MISSING_KEPT_MAX)
                .update();
    }

    List<RunningRow> running(NodeId node, int limit) {
        return jdbc.sql("SELECT * FROM nodes.running WHERE node_id = :node ORDER BY kind, id LIMIT :limit")
                .param("node", node.value())
                .param("limit", limit)
                .query((row, n) -> new RunningRow(
                        row.getString("kind"),
                        row.getString("id"),
                        row.getString("verdict"),
                        Columns.instant(row, "checked_at")))
                .list();
    }
}
