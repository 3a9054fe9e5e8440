package io.gpuaas.bench.events;

import io.gpuaas.controlplane.events.Event;
import io.gpuaas.kernel.IdSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Random;
import java.util.UUID;

/**
 * Events in the outbox as a domain would have left them: of many aggregates in random order, each
 * aggregate's sequence dense. They become visible all at once.
 */
final class OutboxLoad {

    private static final String TYPE = "identity.project_created";
    private static final int BATCH = 1000;

    private final Random random = new Random(20260101);
    private final IdSource ids = IdSource.timeOrdered(Clock.systemUTC(), random);

    void load(Connection connection, int events, int aggregates) throws SQLException {
        UUID tenant = ids.next();
        UUID[] projects = new UUID[aggregates];
        long[] sequences = new long[aggregates];
        for (int i = 0; i < aggregates; i++) {
            projects[i] = ids.next();
        }
        connection.setAutoCommit(false);
        try {
            addEvents(connection, events, tenant, projects, sequences);
            addSequences(connection, projects, sequences);
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private void addEvents(Connection connection, int events, UUID tenant, UUID[] projects, long[] sequences)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("""
                INSERT INTO events.outbox (partition_no, event_id, event_type, aggregate, sequence, envelope)
                VALUES (?, ?, ?, ?, ?, ?)""")) {
            for (int i = 0; i < events; i++) {
                int which = random.nextInt(projects.length);
                UUID project = projects[which];
                Event event = new Event(ids.next(), TYPE, "project:" + project, ++sequences[which], "");
                insert.setInt(1, event.partition());
                insert.setObject(2, event.id());
                insert.setString(3, event.type());
                insert.setString(4, event.aggregate());
                insert.setLong(5, event.sequence());
                insert.setString(6, envelope(event, tenant, project));
                insert.addBatch();
                if (i % BATCH == BATCH - 1 || i == events - 1) {
                    insert.executeBatch();
                }
            }
        }
    }

    private static void addSequences(Connection connection, UUID[] projects, long[] sequences) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO events.aggregate_sequence (aggregate, last_sequence) VALUES (?, ?)")) {
            for (int i = 0; i < projects.length; i++) {
                if (sequences[i] > 0) {
                    insert.setString(1, "project:" + projects[i]);
                    insert.setLong(2, sequences[i]);
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }

    /** Shaped and sized like those the product writes; none of its values needs escaping. */
    private static String envelope(Event event, UUID tenant, UUID project) {
        StringBuilder json = new StringBuilder(640);
        json.append("{\"sequence\":").append(event.sequence());
        field(json, "event_id", event.id());
        field(json, "event_type", TYPE);
        field(json, "aggregate_type", "project");
        field(json, "aggregate_id", project);
        field(json, "occurred_at", "2026-01-01T00:00:00.123456Z");
        field(json, "correlation_id", event.id());
        field(json, "trace_parent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        field(json, "tenant_id", tenant);
        json.append(",\"payload\":{\"project_id\":\"").append(project).append('"');
        field(json, "tenant_id", tenant);
        field(json, "slug", "project-of-the-benchmark");
        field(json, "name", "A project of the benchmark");
        return json.append("}}").toString();
    }

    private static void field(StringBuilder json, String name, Object value) {
        json.append(",\"").append(name).append("\":\"").append(value).append('"');
    }
}
