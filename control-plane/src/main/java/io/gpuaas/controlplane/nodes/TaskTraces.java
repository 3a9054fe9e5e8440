package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.TraceEntry;
import io.gpuaas.api.TraceKind;
import io.gpuaas.kernel.CorrelationId;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What a request gave nodes to do. */
@Component
public class TaskTraces {

    private final JdbcClient jdbc;

    TaskTraces(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public List<TraceEntry> find(CorrelationId correlation, int limit) {
        return jdbc
                .sql("""
                SELECT * FROM nodes.task WHERE correlation_id = :correlation ORDER BY created_at, id LIMIT :limit""")
                .param("correlation", correlation.value())
                .param("limit", limit)
                .query(TaskRecord::read)
                .list()
                .stream()
                .map(TaskTraces::entry)
                .toList();
    }

    private static TraceEntry entry(TaskRecord task) {
        return new TraceEntry(
                task.createdAt(),
                TraceKind.TASK,
                task.type(),
                task.state().wire(),
                task.message(),
                null,
                null,
                null,
                null,
                task.node(),
                task.id(),
                null,
                task.finishedAt());
    }
}
