package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of nodes.node, in the parts that change together. */
record NodeRecord(
        NodeId id,
        String name,
        Standing standing,
        Host host,
        Sequences sequences,
        Topology topology,
        Drain drain,
        Revision revision) {

    /** The state, and the one an absent node comes back to. */
    record Standing(
            NodeState state,
            NodeState returnState,
            @Nullable String reason,
            Instant since) {}

    /** The host as it is installed now; every rebuild makes another incarnation. */
    record Host(
            @Nullable String hostname,
            int incarnation,
            @Nullable TaskId rebuild) {}

    /** The numbers of the tasks that were sent and confirmed, and whether no more are sent. */
    record Sequences(long sent, long confirmed, boolean held) {}

    /**
     * The newest topology, the incarnation that reported it, what the node is still asked to report, and whether it says
     * that the host is a simulation.
     */
    record Topology(int version, int incarnation, boolean wanted, boolean inventoryWanted, boolean simulated) {}

    record Drain(@Nullable Instant deadline, @Nullable Integer remaining) {}

    record Revision(long version, Instant createdAt, Instant changedAt) {}

    NodeState state() {
        return standing.state();
    }

    @Nullable String reason() {
        return standing.reason();
    }

    int incarnation() {
        return host.incarnation();
    }

    /** Whether a certificate of that incarnation speaks for the host as it is now. */
    boolean believes(int speaking) {
        return speaking == host.incarnation();
    }

    static NodeRecord read(ResultSet row, int number) throws SQLException {
        return new NodeRecord(
                new NodeId(row.getObject("id", UUID.class)),
                row.getString("name"),
                new Standing(
                        NodeState.of(row.getString("state")),
                        NodeState.of(row.getString("return_state")),
                        row.getString("state_reason"),
                        Columns.instant(row, "state_since")),
                new Host(row.getString("hostname"), row.getInt("incarnation"), rebuild(row)),
                new Sequences(
                        row.getLong("sequence_sent"), row.getLong("sequence_confirmed"), row.getBoolean("tasks_held")),
                new Topology(
                        row.getInt("topology_version"),
                        row.getInt("topology_incarnation"),
                        row.getBoolean("want_topology"),
                        row.getBoolean("want_inventory"),
                        row.getBoolean("simulated")),
                new Drain(Columns.optionalInstant(row, "drain_deadline"), Columns.optionalInt(row, "drain_remaining")),
                new Revision(
                        row.getLong("version"),
                        Columns.instant(row, "created_at"),
                        Columns.instant(row, "changed_at")));
    }

    private static @Nullable TaskId rebuild(ResultSet row) throws SQLException {
        UUID id = row.getObject("rebuild_id", UUID.class);
        return id == null ? null : new TaskId(id);
    }
}
