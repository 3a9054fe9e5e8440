package io.gpuaas.systemtests;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

/**
 * An event that could not be published and is not tried again by itself. No request can cause one, so it is written
 * into the installation's own database.
 */
final class StuckEvent {

    static final String TYPE = "identity.tenant_changed";

    private static final int PARTITIONS = 16;

    private StuckEvent() {}

    /** Of a tenant nobody knows, so that it means nothing to whoever gets it. */
    static void put(Path data) {
        UUID tenant = UUID.randomUUID();
        UUID event = UUID.randomUUID();
        String aggregate = "tenant:" + tenant;
        try (Connection connection = InstalledDatabase.connect(data);
                PreparedStatement insert = connection.prepareStatement("""
                        INSERT INTO events.dead_letter (id, stage, partition_no, event_id, event_type, aggregate,
                            sequence, envelope, state, attempts, error)
                        VALUES (gen_random_uuid(), 'publish', ?, ?, ?, ?, 1, ?, 'exhausted', 10,
                            'the bus did not take it')""")) {
            insert.setInt(1, Math.floorMod(aggregate.hashCode(), PARTITIONS));
            insert.setObject(2, event);
            insert.setString(3, TYPE);
            insert.setString(4, aggregate);
            insert.setString(5, envelope(event, tenant));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + data + " did not take the event", e);
        }
    }

    private static String envelope(UUID event, UUID tenant) {
        return """
                {"sequence":1,"event_id":"%s","event_type":"%s","aggregate_type":"tenant","aggregate_id":"%s",\
                "occurred_at":"%s","correlation_id":"%s","payload":{"tenant_id":"%s","name":"Nobody","state":"active"}}""".formatted(event, TYPE, tenant, Instant.now(), event, tenant);
    }
}
