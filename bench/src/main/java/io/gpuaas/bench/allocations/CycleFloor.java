package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Pgbench;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The floor under allocations: pgbench writes as many rows of the same size as one cycle wrote, in as few transactions
 * as a cycle can have: created, active, releasing, released. Each table has one index and no constraint beside it, so
 * the floor does less work than any product could.
 */
final class CycleFloor {

    private static final int TRANSACTIONS = 4;
    private static final int SHARED_ROWS = 4096;

    private final Pgbench pgbench;
    private final Path script;
    private final Map<String, String> rowsPerCycle = new TreeMap<>();

    private CycleFloor(Pgbench pgbench, Path script) {
        this.pgbench = pgbench;
        this.script = script;
    }

    static CycleFloor of(Workspace workspace, Database database, String name, RowWrites written, long cycles)
            throws IOException, SQLException {
        CycleFloor floor = new CycleFloor(
                new Pgbench(database, name), workspace.directory().resolve("cycle.sql"));
        List<String> statements = new ArrayList<>();
        try (Connection connection = database.connect(name)) {
            Database.execute(connection, "CREATE SCHEMA floor");
            for (Map.Entry<String, RowWrites.Count> entry : written.tables().entrySet()) {
                floor.addTable(connection, entry.getKey(), entry.getValue(), cycles, statements);
            }
        }
        Files.writeString(floor.script, text(statements));
        return floor;
    }

    private void addTable(
            Connection connection, String table, RowWrites.Count written, long cycles, List<String> statements)
            throws SQLException {
        long inserts = Math.round(written.inserted() / (double) cycles);
        long updates = Math.round(written.updated() / (double) cycles);
        long deletes = Math.min(inserts, Math.round(written.deleted() / (double) cycles));
        if (inserts + updates + deletes == 0) {
            return;
        }
        rowsPerCycle.put(table, inserts + " inserted, " + updates + " updated, " + deletes + " deleted");
        String copy = "floor." + table.replace('.', '_');
        long width = Math.max(
                8,
                Database.number(connection, "SELECT coalesce(avg(pg_column_size(t))::int, 64) FROM " + table + " t"));
        Database.execute(
                connection, "CREATE TABLE " + copy + " (id bigint PRIMARY KEY, body text) WITH (fillfactor = 70)");
        Database.execute(
                connection,
                "INSERT INTO " + copy + " SELECT -n, repeat('x', " + width + ") FROM generate_series(1, " + SHARED_ROWS
                        + ") n");
        for (long n = 0; n < inserts; n++) {
            statements.add("INSERT INTO " + copy + " VALUES (" + id(n) + ", repeat('x', " + width + "));");
        }
        for (long n = 0; n < updates; n++) {
            // A cycle updates the rows it inserted, or otherwise one of many shared rows.
            String which = inserts > 0 ? id(n % inserts) : "-(1 + (" + id(n) + ") % " + SHARED_ROWS + ")";
            statements.add("UPDATE " + copy + " SET body = repeat('y', " + width + ") WHERE id = " + which + ";");
        }
        for (long n = 0; n < deletes; n++) {
            statements.add("DELETE FROM " + copy + " WHERE id = " + id(n) + ";");
        }
    }

    private static String id(long row) {
        return ":client_id::bigint * 1000000000000 + :n::bigint * 100 + " + row;
    }

    /** In their order, so that a row is there before it changes; cut into transactions of about the same size. */
    private static String text(List<String> statements) {
        StringBuilder text = new StringBuilder("\\set n :n + 1\n");
        int each = Math.ceilDiv(statements.size(), TRANSACTIONS);
        for (int from = 0; from < statements.size(); from += each) {
            text.append("BEGIN;\n");
            statements
                    .subList(from, Math.min(from + each, statements.size()))
                    .forEach(statement -> text.append(statement).append('\n'));
            text.append("END;\n");
        }
        return text.toString();
    }

    Map<String, String> rowsPerCycle() {
        return rowsPerCycle;
    }

    /** Cycles per second. */
    double run(int clients, Duration duration) throws Exception {
        return pgbench.run(script, 1, clients, duration);
    }
}
