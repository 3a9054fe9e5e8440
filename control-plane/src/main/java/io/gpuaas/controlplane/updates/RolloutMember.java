package io.gpuaas.controlplane.updates;

import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of updates.rollout_node: how far one node is. */
record RolloutMember(
        NodeId node,
        int wave,
        RolloutNodeState state,
        Instant since,
        @Nullable String previousVersion,
        @Nullable TaskId task,
        @Nullable String reason) {

    static RolloutMember read(ResultSet row, int number) throws SQLException {
        UUID task = row.getObject("task_id", UUID.class);
        return new RolloutMember(
                new NodeId(row.getObject("node_id", UUID.class)),
                row.getInt("wave"),
                RolloutNodeState.fromWire(row.getString("state")),
                Columns.instant(row, "since"),
                row.getString("previous_version"),
                task == null ? null : new TaskId(task),
                row.getString("reason"));
    }

    RolloutMember become(RolloutNodeState next, Instant now, @Nullable String why) {
        return new RolloutMember(node, wave, next, now, previousVersion, task, why);
    }

    RolloutMember updating(TaskId by, @Nullable String from, Instant now) {
        return new RolloutMember(node, wave, RolloutNodeState.UPDATING, now, from, by, null);
    }

    RolloutMember baking(@Nullable String from, Instant now) {
        return new RolloutMember(node, wave, RolloutNodeState.BAKING, now, from, task, null);
    }

    RolloutMember reverting(TaskId by, Instant now) {
        return new RolloutMember(node, wave, RolloutNodeState.REVERTING, now, previousVersion, by, reason);
    }
}
