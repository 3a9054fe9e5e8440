package io.gpuaas.bench.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.bench.kit.Database;
import io.gpuaas.controlplane.platform.database.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A check that finds nothing is worth something only when it finds what is there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeliveriesTest {

    private EmbeddedPostgres server;
    private Connection connection;

    @BeforeAll
    void start(@TempDir Path directory) throws SQLException {
        server = EmbeddedPostgres.startThrowaway(directory.resolve("postgres"));
        connection = DriverManager.getConnection(server.jdbcUrl("postgres"), server.user(), server.password());
        Database.execute(connection, "CREATE SCHEMA events");
        Database.execute(connection, "CREATE TABLE events.aggregate_sequence (aggregate text, last_sequence bigint)");
        Database.execute(connection, "INSERT INTO events.aggregate_sequence VALUES ('project:a', 3), ('project:b', 1)");
        Database.execute(connection, RecordingControlPlane.TABLE);
    }

    @AfterAll
    void stop() throws SQLException {
        connection.close();
        server.close();
    }

    @BeforeEach
    void forget() throws SQLException {
        Database.execute(connection, "TRUNCATE public.recorded");
    }

    @Test
    void everythingOnceAndInOrderIsClean() throws SQLException {
        record("a1", "b1", "a2", "a3");
        assertThat(Deliveries.recorded(connection)).isEqualTo(new Deliveries(4, 0, 0, 0));
    }

    @Test
    void missingEventsAreLost() throws SQLException {
        record("a1", "a3");
        assertThat(Deliveries.recorded(connection)).isEqualTo(new Deliveries(2, 2, 0, 0));
    }

    @Test
    void repeatsAreDuplicatesAndNotReordered() throws SQLException {
        record("a1", "a2", "a1", "a2", "a3", "b1");
        assertThat(Deliveries.recorded(connection)).isEqualTo(new Deliveries(6, 0, 2, 0));
    }

    @Test
    void overtakingWithinAnAggregateIsReordered() throws SQLException {
        record("a2", "b1", "a1", "a3");
        assertThat(Deliveries.recorded(connection)).isEqualTo(new Deliveries(4, 0, 0, 1));
    }

    private void record(String... events) throws SQLException {
        for (String event : events) {
            Database.execute(
                    connection,
                    "INSERT INTO public.recorded (aggregate, sequence) VALUES ('project:" + event.charAt(0) + "', "
                            + event.substring(1) + ")");
        }
    }
}
