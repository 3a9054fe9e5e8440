package io.gpuaas.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The database of a trial installation, for what no request can cause. */
final class InstalledDatabase {

    private static final int PORT_LINE = 3;

    private InstalledDatabase() {}

    static Connection connect(Path data) throws SQLException {
        try {
            String port = Files.readAllLines(data.resolve("postgres/data/postmaster.pid"))
                    .get(PORT_LINE);
            String password =
                    Files.readString(data.resolve("postgres/password")).strip();
            return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "gpuaas", password);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
