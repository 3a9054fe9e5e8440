package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.TraceEntry;
import io.gpuaas.api.TraceKind;
import io.gpuaas.controlplane.platform.TraceScope;
import io.gpuaas.kernel.CorrelationId;
import java.sql.Types;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the node tasks that a request created. */
@Component
public class TaskTraces {

    private final JdbcClient jdbc;

    TaskTraces(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public List<TraceEntry> find(CorrelationId correlation, TraceScope scope, int limit) {
        return jdbc
                .sql("""
                SELECT * FROM nodes.task
                WHERE correlation_id = :correlation
                  AND (:tenant::uuid IS NULL OR tenant_id = :tenant::uuid)
                  AND (:project::uuid IS NULL OR project_id = :project::uuid)
                ORDER BY created_at, id LIMIT :limit""")
                .param("correlation", correlation.value())
                .param("tenant", scope.tenant() == null ? null : scope.tenant().value(), Types.OTHER)
                .param(
                        "project",
                        scope.project() == null ? null : scope.project().value(),
                        Types.OTHER)
                .param("limit", limit)
                .query(TaskRecord::read)
                .list()
                .stream()
                .map(TaskTraces::entry)
                .toList();
    }

    private static TraceEntry entry(TaskRecord task) {
        return new TraceEntry(
                task.order().createdAt(),
                TraceKind.TASK,
                task.type(),
                task.state().wire(),
                task.reported().message(),
                null,
                null,
                null,
                null,
                null,
                task.node(),
                task.id(),
                null,
                task.times().finishedAt());
    }
}
