package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of nodes.node. */
record NodeRecord(
        NodeId id,
        String name,
        NodeState state,
        NodeState returnState,
        @Nullable String reason,
        Instant stateSince,
        long version,
        @Nullable String hostname,
        long sequenceSent,
        long sequenceConfirmed,
        boolean tasksHeld,
        int topologyVersion,
        @Nullable String topologyDigest,
        boolean wantTopology,
        boolean wantInventory,
        @Nullable Instant drainDeadline,
        @Nullable Integer drainRemaining,
        Instant createdAt,
        Instant changedAt,
        int incarnation,
        int topologyIncarnation,
        @Nullable TaskId rebuild) {

    /** Whether a certificate of that incarnation speaks for the host as it is now. */
    boolean believes(int speaking) {
        return speaking == incarnation;
    }

    static NodeRecord read(ResultSet row, int number) throws SQLException {
        return new NodeRecord(
                new NodeId(row.getObject("id", UUID.class)),
                row.getString("name"),
                NodeState.of(row.getString("state")),
                NodeState.of(row.getString("return_state")),
                row.getString("state_reason"),
                Columns.instant(row, "state_since"),
                row.getLong("version"),
                row.getString("hostname"),
                row.getLong("sequence_sent"),
                row.getLong("sequence_confirmed"),
                row.getBoolean("tasks_held"),
                row.getInt("topology_version"),
                row.getString("topology_digest"),
                row.getBoolean("want_topology"),
                row.getBoolean("want_inventory"),
                Columns.optionalInstant(row, "drain_deadline"),
                Columns.optionalInt(row, "drain_remaining"),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "changed_at"),
                row.getInt("incarnation"),
                row.getInt("topology_incarnation"),
                rebuild(row));
    }

    private static @Nullable TaskId rebuild(ResultSet row) throws SQLException {
        UUID id = row.getObject("rebuild_id", UUID.class);
        return id == null ? null : new TaskId(id);
    }
}
