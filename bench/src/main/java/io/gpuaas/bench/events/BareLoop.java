package io.gpuaas.bench.events;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The floor under the relay: one thread reads the oldest events in order, deletes them and commits,
 * until none is left. It publishes nothing.
 */
final class BareLoop {

    private static final int BATCH = 1000;

    private BareLoop() {}

    /** Rows per second over all rows of the outbox. */
    static double drain(Connection connection, int expected) throws SQLException {
        connection.setAutoCommit(false);
        long began = System.nanoTime();
        int moved = 0;
        try (PreparedStatement read = connection.prepareStatement("""
                        SELECT partition_no, position, event_id, event_type, aggregate, sequence, envelope
                        FROM events.outbox ORDER BY partition_no, position LIMIT ?""");
                PreparedStatement delete = connection.prepareStatement(
                        "DELETE FROM events.outbox WHERE partition_no = ANY (?) AND position = ANY (?)")) {
            for (int batch = readAndDelete(connection, read, delete);
                    batch > 0;
                    batch = readAndDelete(connection, read, delete)) {
                moved += batch;
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        if (moved != expected) {
            throw new IllegalStateException("the bare loop moved " + moved + " rows of " + expected);
        }
        return moved / ((System.nanoTime() - began) / 1e9);
    }

    private static int readAndDelete(Connection connection, PreparedStatement read, PreparedStatement delete)
            throws SQLException {
        Set<Integer> partitions = new HashSet<>();
        List<Long> positions = new ArrayList<>(BATCH);
        read.setInt(1, BATCH);
        long characters = 0;
        try (ResultSet found = read.executeQuery()) {
            while (found.next()) {
                partitions.add(found.getInt(1));
                positions.add(found.getLong(2));
                characters += found.getString(3).length()
                        + found.getString(4).length()
                        + found.getString(5).length()
                        + found.getString(6).length()
                        + found.getString(7).length();
            }
        }
        if (!positions.isEmpty()) {
            delete.setArray(1, connection.createArrayOf("int2", partitions.toArray()));
            delete.setArray(2, connection.createArrayOf("int8", positions.toArray()));
            int deleted = delete.executeUpdate();
            if (deleted != positions.size() || characters == 0) {
                throw new IllegalStateException("deleted " + deleted + " of " + positions.size() + " rows");
            }
        }
        connection.commit();
        return positions.size();
    }
}
