package io.gpuaas.bench.fleet;

import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Counts the statements PostgreSQL executes, by having it log each of them for a while. */
final class StatementLog {

    private final Database database;
    private final Path folder;
    private final String marker;

    StatementLog(Workspace workspace, Database database, String databaseName) {
        this.database = database;
        this.folder = workspace.directory().resolve("postgres");
        this.marker = "bench-log|" + databaseName + "|";
    }

    void on() throws SQLException {
        set("log_line_prefix", "'bench-log|%d|'");
        set("log_min_duration_statement", "0");
    }

    void off() throws SQLException {
        set("log_min_duration_statement", "-1");
    }

    private void set(String name, String value) throws SQLException {
        try (Connection connection = database.connect("postgres")) {
            Database.execute(connection, "ALTER SYSTEM SET " + name + " = " + value);
            Database.execute(connection, "SELECT pg_reload_conf()");
        }
    }

    /** Of this database, since the log was switched on; what only prepares them is not counted. */
    long count(Predicate<String> which) throws IOException {
        long count = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(one -> one.endsWith("log") && Files.isRegularFile(one))
                    .toList()) {
                List<String> lines = Files.readAllLines(file);
                count += lines.stream()
                        .filter(line -> line.startsWith(marker))
                        .filter(line -> line.contains(" execute ") || line.contains(" statement: "))
                        .filter(which)
                        .count();
            }
        }
        return count;
    }
}
