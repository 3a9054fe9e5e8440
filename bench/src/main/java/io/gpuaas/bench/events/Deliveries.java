package io.gpuaas.bench.events;

import io.gpuaas.bench.kit.Database;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * How a list of deliveries differs from what was appended: every (aggregate, sequence) once, in
 * order within its aggregate.
 */
record Deliveries(long delivered, long lost, long duplicates, long reordered) {

    /** The deliveries that the consumer recorded, in its order. */
    static Deliveries recorded(Connection connection) throws SQLException {
        return compare(connection, "SELECT aggregate, sequence, serial AS place FROM public.recorded");
    }

    /** The messages on the bus, in its order. */
    static Deliveries onBus(Connection connection) throws SQLException {
        return compare(connection, "SELECT aggregate, sequence, position AS place FROM events.bus_message");
    }

    private static Deliveries compare(Connection connection, String deliveries) throws SQLException {
        long delivered = Database.number(connection, "SELECT count(*) FROM (" + deliveries + ") d");
        long distinct = Database.number(
                connection, "SELECT count(*) FROM (SELECT DISTINCT aggregate, sequence FROM (" + deliveries + ") d) x");
        long lost = Database.number(connection, """
                SELECT count(*) FROM (
                    SELECT aggregate, generate_series(1, last_sequence) FROM events.aggregate_sequence
                    EXCEPT SELECT aggregate, sequence FROM (%s) d) missing""".formatted(deliveries));
        // A repeat is no reordering: what counts is where a sequence shows up first.
        long reordered = Database.number(connection, """
                SELECT count(*) FROM (
                    SELECT sequence, lag(sequence) OVER (PARTITION BY aggregate ORDER BY place) AS before
                    FROM (SELECT aggregate, sequence, min(place) AS place FROM (%s) d GROUP BY aggregate, sequence) firsts
                ) steps WHERE before > sequence""".formatted(deliveries));
        return new Deliveries(delivered, lost, delivered - distinct, reordered);
    }
}
