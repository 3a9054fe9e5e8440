package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes what sending tasks needs, for many nodes in one statement each. */
@Component
class DispatchStore {

    private final JdbcClient jdbc;

    DispatchStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** In one order for everybody, so that two processes do not wait for each other. */
    Map<NodeId, NodeRecord> lock(Collection<NodeId> nodes) {
        return jdbc
                .sql("SELECT * FROM nodes.node WHERE id = " + Columns.ANY_OF_IDS + " ORDER BY id FOR NO KEY UPDATE")
                .param("ids", ids(nodes))
                .query(NodeRecord::read)
                .list()
                .stream()
                .collect(Collectors.toMap(NodeRecord::id, row -> row));
    }

    /** Sent, and the node does not know of it; for each node after the number it said. */
    Map<NodeId, List<TaskRecord>> unconfirmed(Map<NodeId, Long> lastSequences, Instant now, int limitEach) {
        if (lastSequences.isEmpty()) {
            return Map.of();
        }
        List<NodeId> nodes = List.copyOf(lastSequences.keySet());
        return byNode(jdbc.sql("""
                SELECT t.* FROM unnest(:ids, :lasts) AS n (id, last) CROSS JOIN LATERAL (
                    SELECT * FROM nodes.task
                    WHERE node_id = n.id AND state = 'sent' AND sequence > n.last AND expires_at > :now
                    ORDER BY sequence LIMIT :limit) t""")
                .param("ids", ids(nodes))
                .param("lasts", nodes.stream().map(lastSequences::get).toArray(Long[]::new))
                .param("now", Columns.time(now))
                .param("limit", limitEach)
                .query(TaskRecord::read)
                .list());
    }

    /** A first attempt is due at once: the clock of the process that created it may be ahead of ours. */
    Map<NodeId, List<TaskRecord>> due(Collection<NodeId> nodes, Instant now, int limitEach) {
        return byNode(jdbc.sql("""
                SELECT t.* FROM unnest((SELECT :ids)::uuid[]) AS n (id) CROSS JOIN LATERAL (
                    SELECT * FROM nodes.task
                    WHERE node_id = n.id AND state = 'queued' AND (attempt = 1 OR not_before <= :now)
                      AND deadline_at > :now
                    ORDER BY created_at, id LIMIT :limit FOR UPDATE) t""")
                .param("ids", ids(nodes))
                .param("now", Columns.time(now))
                .param("limit", limitEach)
                .query(TaskRecord::read)
                .list());
    }

    record Sending(TaskId task, long sequence, Instant expires) {}

    void send(List<Sending> sent, Instant now) {
        if (sent.isEmpty()) {
            return;
        }
        jdbc.sql("""
                UPDATE nodes.task t
                SET state = 'sent', sequence = s.sequence, sent_at = :now, expires_at = s.expires
                FROM unnest(:ids, :sequences, :expires::timestamptz[]) AS s (id, sequence, expires)
                WHERE t.id = s.id AND t.state = 'queued'""")
                .param("ids", sent.stream().map(one -> one.task().value()).toArray(UUID[]::new))
                .param("sequences", sent.stream().map(Sending::sequence).toArray(Long[]::new))
                .param(
                        "expires",
                        sent.stream().map(one -> one.expires().toString()).toArray(String[]::new))
                .param("now", Columns.time(now))
                .update();
    }

    record Numbers(NodeId node, long confirmed, long sent) {}

    /** Numbers only grow here; other processes hear of those that were confirmed. */
    void advance(List<Numbers> numbers) {
        if (numbers.isEmpty()) {
            return;
        }
        jdbc.sql("""
                UPDATE nodes.node n
                SET sequence_sent = greatest(n.sequence_sent, a.sent),
                    sequence_confirmed = greatest(n.sequence_confirmed, a.confirmed),
                    confirmed_at = CASE WHEN a.confirmed > n.sequence_confirmed THEN clock_timestamp()
                        ELSE n.confirmed_at END
                FROM unnest(:ids, :confirmed, :sent) AS a (id, confirmed, sent) WHERE n.id = a.id""")
                .param("ids", numbers.stream().map(one -> one.node().value()).toArray(UUID[]::new))
                .param("confirmed", numbers.stream().map(Numbers::confirmed).toArray(Long[]::new))
                .param("sent", numbers.stream().map(Numbers::sent).toArray(Long[]::new))
                .update();
    }

    /** Of nodes whose tasks are not held, and never more than was sent: the rest is for a transaction of its own. */
    void confirm(Map<NodeId, Confirmations.Confirmed> numbers) {
        List<NodeId> nodes = numbers.keySet().stream()
                .sorted(java.util.Comparator.comparing(NodeId::value))
                .toList();
        jdbc.sql("""
                UPDATE nodes.node n SET sequence_confirmed = c.sequence, confirmed_at = clock_timestamp()
                FROM (SELECT n.id, a.sequence
                    FROM unnest(:ids, :sequences, :incarnations) AS a (id, sequence, incarnation)
                    JOIN nodes.node n ON n.id = a.id AND n.incarnation = a.incarnation
                    WHERE n.sequence_confirmed < a.sequence AND a.sequence <= n.sequence_sent AND NOT n.tasks_held
                    ORDER BY n.id FOR NO KEY UPDATE OF n) c
                WHERE n.id = c.id AND n.sequence_confirmed < c.sequence""")
                .param("ids", ids(nodes))
                .param(
                        "sequences",
                        nodes.stream()
                                .map(node -> Objects.requireNonNull(numbers.get(node))
                                        .sequence())
                                .toArray(Long[]::new))
                .param(
                        "incarnations",
                        nodes.stream()
                                .map(node -> Objects.requireNonNull(numbers.get(node))
                                        .incarnation())
                                .toArray(Integer[]::new))
                .update();
    }

    /** Takes the tasks to cancel; they are not repeated for the given time. */
    Map<NodeId, List<TaskId>> takeCancels(Collection<NodeId> nodes, Instant now, Duration again) {
        Map<NodeId, List<TaskId>> found = new HashMap<>();
        jdbc.sql("""
                UPDATE nodes.task SET cancel_told_at = :now
                WHERE node_id = ANY ((SELECT :ids)::uuid[]) AND state IN ('sent', 'running') AND cancel_requested_at IS NOT NULL
                  AND (cancel_told_at IS NULL OR cancel_told_at < :before)
                RETURNING node_id, id""")
                .param("ids", ids(nodes))
                .param("now", Columns.time(now))
                .param("before", Columns.time(now.minus(again)))
                .query(row -> {
                    found.computeIfAbsent(new NodeId(row.getObject(1, UUID.class)), id -> new java.util.ArrayList<>())
                            .add(new TaskId(row.getObject(2, UUID.class)));
                });
        return found;
    }

    private static Map<NodeId, List<TaskRecord>> byNode(List<TaskRecord> tasks) {
        return tasks.stream().collect(Collectors.groupingBy(TaskRecord::node));
    }

    private static UUID[] ids(Collection<NodeId> nodes) {
        return nodes.stream().map(NodeId::value).toArray(UUID[]::new);
    }
}
