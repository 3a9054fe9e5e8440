package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class StreamStore {

    private final JdbcClient jdbc;

    StreamStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record StreamRecord(
            StreamId id,
            GatewayId gateway,
            NodeId node,
            String role,
            String source,
            String principal,
            Instant createdAt,
            Instant expiresAt,
            Instant endsAt,
            @Nullable Instant consumedAt,
            @Nullable Instant endedAt) {}

    void add(StreamRecord stream) {
        jdbc.sql("""
                INSERT INTO gateways.stream (id, gateway_id, node_id, role, source, principal_id, created_at, expires_at,
                    ends_at)
                VALUES (:id, :gateway, :node, :role, :source, :principal, :created, :expires, :ends)""")
                .param("id", stream.id().value())
                .param("gateway", stream.gateway().value())
                .param("node", stream.node().value())
                .param("role", stream.role())
                .param("source", stream.source())
                .param("principal", stream.principal())
                .param("created", Columns.time(stream.createdAt()))
                .param("expires", Columns.time(stream.expiresAt()))
                .param("ends", Columns.time(stream.endsAt()))
                .update();
    }

    Optional<StreamRecord> find(StreamId id) {
        return jdbc.sql("SELECT * FROM gateways.stream WHERE id = :id")
                .param("id", id.value())
                .query(StreamStore::read)
                .optional();
    }

    int countOpen(NodeId node, Instant now) {
        return jdbc.sql("""
                SELECT count(*) FROM gateways.stream
                WHERE node_id = :node AND ended_at IS NULL AND ends_at > :now
                  AND (consumed_at IS NOT NULL OR expires_at > :now)""")
                .param("node", node.value())
                .param("now", Columns.time(now))
                .query(Integer.class)
                .single();
    }

    /** A reader joins once. */
    Optional<StreamRecord> consume(GatewayId gateway, StreamId id, Instant now) {
        return jdbc.sql("""
                UPDATE gateways.stream SET consumed_at = :now
                WHERE id = :id AND gateway_id = :gateway AND consumed_at IS NULL AND ended_at IS NULL
                  AND expires_at > :now
                RETURNING *""")
                .param("now", Columns.time(now))
                .param("id", id.value())
                .param("gateway", gateway.value())
                .query(StreamStore::read)
                .optional();
    }

    void setTask(StreamId id, TaskId task) {
        jdbc.sql("UPDATE gateways.stream SET task_id = :task WHERE id = :id")
                .param("task", task.value())
                .param("id", id.value())
                .update();
    }

    record Awaiting(StreamId stream, TaskId task) {}

    /** Streams whose node has a task to connect and has not connected. */
    List<Awaiting> listAwaitingNodes(GatewayId gateway) {
        return jdbc.sql("""
                SELECT id, task_id FROM gateways.stream
                WHERE gateway_id = :gateway AND ended_at IS NULL AND node_attached_at IS NULL AND task_id IS NOT NULL""")
                .param("gateway", gateway.value())
                .query((row, number) -> new Awaiting(
                        new StreamId(row.getObject("id", UUID.class)),
                        new TaskId(row.getObject("task_id", UUID.class))))
                .list();
    }

    /** A node joins once. */
    Optional<StreamRecord> attachNode(GatewayId gateway, StreamId id, NodeId node, Instant now) {
        return jdbc.sql("""
                UPDATE gateways.stream SET node_attached_at = :now
                WHERE id = :id AND gateway_id = :gateway AND node_id = :node AND node_attached_at IS NULL
                  AND ended_at IS NULL AND ends_at > :now
                RETURNING *""")
                .param("now", Columns.time(now))
                .param("id", id.value())
                .param("gateway", gateway.value())
                .param("node", node.value())
                .query(StreamStore::read)
                .optional();
    }

    /** Only counts gateways seen since then. */
    boolean isCarried(String role, String source, Instant since) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM gateways.stream s JOIN gateways.gateway g ON g.id = s.gateway_id
                    WHERE s.role = :role AND s.source = :source AND s.ended_at IS NULL AND s.node_attached_at IS NOT NULL
                      AND g.heard_at > :since)""")
                .param("role", role)
                .param("source", source)
                .param("since", Columns.time(since))
                .query(Boolean.class)
                .single();
    }

    /** Only counts gateways seen since then. */
    long countCarried(String role, Instant since) {
        return jdbc.sql("""
                SELECT count(DISTINCT s.source) FROM gateways.stream s JOIN gateways.gateway g ON g.id = s.gateway_id
                WHERE s.role = :role AND s.ended_at IS NULL AND s.node_attached_at IS NOT NULL AND g.heard_at > :since""")
                .param("role", role)
                .param("since", Columns.time(since))
                .query(Long.class)
                .single();
    }

    List<StreamRecord> listOpen(GatewayId gateway) {
        return jdbc.sql("SELECT * FROM gateways.stream WHERE gateway_id = :gateway AND ended_at IS NULL")
                .param("gateway", gateway.value())
                .query(StreamStore::read)
                .list();
    }

    void end(Collection<StreamId> streams, Instant now) {
        if (!streams.isEmpty()) {
            jdbc.sql("UPDATE gateways.stream SET ended_at = :now WHERE id = ANY (:ids) AND ended_at IS NULL")
                    .param("now", Columns.time(now))
                    .param("ids", streams.stream().map(StreamId::value).toArray(UUID[]::new))
                    .update();
        }
    }

    void endOfNode(NodeId node, Instant now) {
        jdbc.sql("UPDATE gateways.stream SET ended_at = :now WHERE node_id = :node AND ended_at IS NULL")
                .param("now", Columns.time(now))
                .param("node", node.value())
                .update();
    }

    void endOf(String role, String source, Instant now) {
        jdbc.sql("""
                UPDATE gateways.stream SET ended_at = :now
                WHERE role = :role AND source = :source AND ended_at IS NULL""")
                .param("now", Columns.time(now))
                .param("role", role)
                .param("source", source)
                .update();
    }

    int deleteEndedBefore(Instant time) {
        return jdbc.sql("DELETE FROM gateways.stream WHERE ended_at < :time OR ends_at < :time")
                .param("time", Columns.time(time))
                .update();
    }

    private static StreamRecord read(ResultSet row, int number) throws SQLException {
        return new StreamRecord(
                new StreamId(row.getObject("id", UUID.class)),
                new GatewayId(row.getObject("gateway_id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                row.getString("role"),
                row.getString("source"),
                row.getString("principal_id"),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"),
                Columns.instant(row, "ends_at"),
                Columns.optionalInstant(row, "consumed_at"),
                Columns.optionalInstant(row, "ended_at"));
    }
}
