package io.gpuaas.bench.allocations;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** How many rows of each table were written, as the database counts them. */
record RowWrites(Map<String, Count> tables) {

    private static final String QUERY = """
            SELECT schemaname || '.' || relname, n_tup_ins, n_tup_upd, n_tup_del FROM pg_stat_user_tables
            WHERE schemaname NOT IN ('floor', 'public')""";

    record Count(long inserted, long updated, long deleted) {

        Count minus(Count other) {
            return new Count(inserted - other.inserted, updated - other.updated, deleted - other.deleted);
        }

        boolean isNothing() {
            return inserted == 0 && updated == 0 && deleted == 0;
        }
    }

    static RowWrites read(Connection connection) throws SQLException {
        Map<String, Count> tables = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            while (rows.next()) {
                tables.put(rows.getString(1), new Count(rows.getLong(2), rows.getLong(3), rows.getLong(4)));
            }
        }
        return new RowWrites(tables);
    }

    RowWrites minus(RowWrites before) {
        Map<String, Count> difference = new TreeMap<>();
        tables.forEach((table, count) -> {
            Count written = count.minus(before.tables.getOrDefault(table, new Count(0, 0, 0)));
            if (!written.isNothing()) {
                difference.put(table, written);
            }
        });
        return new RowWrites(difference);
    }
}
