package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.machines.MachineProvisioner.Stage;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores rebuilds of hosts and how they ended. */
@Component
class RebuildStore {

    private final JdbcClient jdbc;

    RebuildStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A code means that it failed. */
    record Rebuild(
            TaskId id,
            AllocationId allocation,
            NodeId node,
            String hostname,
            Stage stage,
            @Nullable String code,
            @Nullable String message,
            Instant deadline,
            CorrelationId correlation) {}

    void add(Rebuild rebuild, Instant now) {
        jdbc.sql("""
                INSERT INTO allocations.rebuild (id, allocation_id, node_id, hostname, stage, deadline, begun_at,
                    held_until, correlation_id)
                VALUES (:id, :allocation, :node, :hostname, 'wanted', :deadline, :now, :now, :correlation)""")
                .param("id", rebuild.id().value())
                .param("allocation", rebuild.allocation().value())
                .param("node", rebuild.node().value())
                .param("hostname", rebuild.hostname())
                .param("deadline", Columns.time(rebuild.deadline()))
                .param("now", Columns.time(now))
                .param("correlation", rebuild.correlation().value())
                .update();
    }

    Optional<Rebuild> find(TaskId id) {
        return jdbc.sql("SELECT * FROM allocations.rebuild WHERE id = :id")
                .param("id", id.value())
                .query(RebuildStore::read)
                .optional();
    }

    /** Takes a due rebuild for the given time. If this process dies, the next step is delayed by that time. */
    Optional<Rebuild> takeDue(Instant now, Duration hold) {
        return jdbc.sql("""
                UPDATE allocations.rebuild SET held_until = :until
                WHERE id IN (SELECT id FROM allocations.rebuild
                    WHERE stage <> 'done' AND code IS NULL AND held_until <= :now
                    ORDER BY held_until LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING *""")
                .param("now", Columns.time(now))
                .param("until", Columns.time(now.plus(hold)))
                .query(RebuildStore::read)
                .optional();
    }

    void reach(TaskId id, Stage stage, Instant nextLook) {
        jdbc.sql("UPDATE allocations.rebuild SET stage = :stage, held_until = :next WHERE id = :id AND code IS NULL")
                .param("id", id.value())
                .param("stage", wire(stage))
                .param("next", Columns.time(nextLook))
                .update();
    }

    void fail(TaskId id, String code, String message) {
        jdbc.sql("UPDATE allocations.rebuild SET code = :code, message = :message WHERE id = :id AND stage <> 'done'")
                .param("id", id.value())
                .param("code", code)
                .param("message", message)
                .update();
    }

    private static String wire(Stage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }

    private static Rebuild read(ResultSet row, int number) throws SQLException {
        return new Rebuild(
                new TaskId(row.getObject("id", UUID.class)),
                new AllocationId(row.getObject("allocation_id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                row.getString("hostname"),
                Stage.valueOf(row.getString("stage").toUpperCase(Locale.ROOT)),
                row.getString("code"),
                row.getString("message"),
                Columns.instant(row, "deadline"),
                new CorrelationId(row.getString("correlation_id")));
    }
}
