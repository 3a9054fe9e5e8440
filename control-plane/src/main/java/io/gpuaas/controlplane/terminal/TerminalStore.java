package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class TerminalStore {

    private final JdbcClient jdbc;

    TerminalStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(TerminalRecord terminal) {
        jdbc.sql("""
                INSERT INTO terminal.terminal (id, tenant_id, project_id, allocation_id, node_id, principal_id, opened_at,
                    ends_at)
                VALUES (:id, :tenant, :project, :allocation, :node, :principal, :opened, :ends)""")
                .param("id", terminal.id().value())
                .param("tenant", terminal.tenant().value())
                .param("project", terminal.project().value())
                .param("allocation", terminal.allocation().value())
                .param("node", terminal.node().value())
                .param("principal", terminal.principal().value())
                .param("opened", Columns.time(terminal.openedAt()))
                .param("ends", Columns.time(terminal.endsAt()))
                .update();
    }

    Optional<TerminalRecord> find(TerminalId id) {
        return jdbc.sql("SELECT * FROM terminal.terminal WHERE id = :id")
                .param("id", id.value())
                .query(TerminalStore::read)
                .optional();
    }

    Map<TerminalId, TerminalRecord> find(Collection<TerminalId> ids) {
        return jdbc
                .sql("SELECT * FROM terminal.terminal WHERE id = ANY (:ids)")
                .param("ids", ids.stream().map(TerminalId::value).distinct().toArray(UUID[]::new))
                .query(TerminalStore::read)
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(TerminalRecord::id, Function.identity()));
    }

    List<TerminalRecord> list(AllocationId allocation, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.terminal
                WHERE allocation_id = :allocation AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("allocation", allocation.value())
                .param("before", before)
                .param("limit", limit)
                .query(TerminalStore::read)
                .list();
    }

    /** Oldest first. */
    List<TerminalRecord> listOpen(@Nullable UUID after, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.terminal
                WHERE ended_at IS NULL AND (:after::uuid IS NULL OR id > :after)
                ORDER BY id LIMIT :limit""")
                .param("after", after)
                .param("limit", limit)
                .query(TerminalStore::read)
                .list();
    }

    int countOpen(NodeId node, Instant now) {
        return jdbc.sql("""
                SELECT count(*) FROM terminal.terminal
                WHERE node_id = :node AND ended_at IS NULL AND begun_at IS NOT NULL AND ends_at > :now""")
                .param("node", node.value())
                .param("now", Columns.time(now))
                .query(Integer.class)
                .single();
    }

    /** Those of one tenant. */
    int countOpen(NodeId node, TenantId tenant, Instant now) {
        return jdbc.sql("""
                SELECT count(*) FROM terminal.terminal
                WHERE node_id = :node AND tenant_id = :tenant AND ended_at IS NULL AND begun_at IS NOT NULL
                  AND ends_at > :now""")
                .param("node", node.value())
                .param("tenant", tenant.value())
                .param("now", Columns.time(now))
                .query(Integer.class)
                .single();
    }

    /** Terminals that were never connected to, and those whose shell was started. */
    record Counts(long waiting, long begun) {}

    Counts countOpen(Instant now) {
        return jdbc.sql("""
                SELECT count(*) FILTER (WHERE begun_at IS NULL), count(*) FILTER (WHERE begun_at IS NOT NULL)
                FROM terminal.terminal WHERE ended_at IS NULL AND ends_at > :now""")
                .param("now", Columns.time(now))
                .query((row, number) -> new Counts(row.getLong(1), row.getLong(2)))
                .single();
    }

    /** True for the first only, so that a shell is started once. */
    boolean begin(TerminalId id, Instant now) {
        return jdbc.sql("UPDATE terminal.terminal SET begun_at = :now WHERE id = :id AND begun_at IS NULL")
                        .param("now", Columns.time(now))
                        .param("id", id.value())
                        .update()
                == 1;
    }

    /** With which task its shell starts. */
    void setBeginning(TerminalId id, TaskId task) {
        jdbc.sql("UPDATE terminal.terminal SET begin_task_id = :task WHERE id = :id")
                .param("task", task.value())
                .param("id", id.value())
                .update();
    }

    Optional<TaskId> findBeginning(TerminalId id) {
        return jdbc.sql("SELECT begin_task_id FROM terminal.terminal WHERE id = :id AND begin_task_id IS NOT NULL")
                .param("id", id.value())
                .query((row, number) -> new TaskId(row.getObject("begin_task_id", UUID.class)))
                .optional();
    }

    /** True for exactly one of several callers that saw that the terminal did not start with that task. */
    boolean beginAgain(TerminalId id, TaskId former, Instant now) {
        return jdbc.sql("""
                UPDATE terminal.terminal SET begun_at = :now, begin_task_id = NULL
                WHERE id = :id AND begin_task_id = :former""")
                        .param("now", Columns.time(now))
                        .param("id", id.value())
                        .param("former", former.value())
                        .update()
                == 1;
    }

    /** The first report of the end counts. */
    void end(TerminalId id, TerminalEnd end, Instant now) {
        jdbc.sql("""
                UPDATE terminal.terminal SET ended_at = :now, end_reason = :reason, exit_code = :code
                WHERE id = :id AND ended_at IS NULL""")
                .param("now", Columns.time(now))
                .param("reason", end.reason())
                .param("code", end.exitCode())
                .param("id", id.value())
                .update();
    }

    int deleteEndedBefore(Instant time) {
        return jdbc.sql("DELETE FROM terminal.terminal WHERE ended_at < :time OR ends_at < :time")
                .param("time", Columns.time(time))
                .update();
    }

    private static TerminalRecord read(ResultSet row, int number) throws SQLException {
        return new TerminalRecord(
                new TerminalId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                new AllocationId(row.getObject("allocation_id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                new PrincipalId(row.getObject("principal_id", UUID.class)),
                Columns.instant(row, "opened_at"),
                Columns.instant(row, "ends_at"),
                Columns.optionalInstant(row, "begun_at"),
                Columns.optionalInstant(row, "ended_at"),
                new TerminalEnd(row.getString("end_reason"), row.getObject("exit_code", Integer.class)));
    }
}
