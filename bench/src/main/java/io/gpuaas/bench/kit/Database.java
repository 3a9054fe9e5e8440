package io.gpuaas.bench.kit;

import io.gpuaas.controlplane.platform.database.EmbeddedPostgres;
import io.gpuaas.controlplane.platform.database.Migrations;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The PostgreSQL of a run, with the settings the product starts its own with. */
public final class Database implements AutoCloseable {

    private static final int STATEMENT_TIMEOUT_MILLIS = 300_000;

    private final EmbeddedPostgres server;

    private Database(EmbeddedPostgres server) {
        this.server = server;
    }

    public static Database start(Workspace workspace) throws Exception {
        Progress.say("starting PostgreSQL");
        return workspace.keep(
                new Database(EmbeddedPostgres.start(workspace.directory().resolve("postgres"))));
    }

    /** A new database with all the schemas of the control plane. */
    public void create(String name) throws SQLException {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        new Migrations(dataSource(name)).migrate();
    }

    public Connection connect(String name) throws SQLException {
        return dataSource(name).getConnection();
    }

    /** For what opens its own connections. */
    public DataSource source(String name) {
        return dataSource(name);
    }

    private PGSimpleDataSource dataSource(String name) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(name));
        source.setUser(server.user());
        source.setPassword(server.password());
        source.setApplicationName("gpuaas-bench");
        source.setReWriteBatchedInserts(true);
        source.setOptions("-c statement_timeout=" + STATEMENT_TIMEOUT_MILLIS);
        return source;
    }

    String url(String name) {
        return server.jdbcUrl(name);
    }

    String user() {
        return server.user();
    }

    String password() {
        return server.password();
    }

    int port() {
        return URI.create(url("postgres").substring("jdbc:".length())).getPort();
    }

    public String version() throws SQLException {
        try (Connection connection = connect("postgres")) {
            return text(connection, "SHOW server_version");
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public static long number(Connection connection, String sql) throws SQLException {
        return Long.parseLong(text(connection, sql));
    }

    public static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Override
    public void close() {
        server.close();
    }

    @Override
    public String toString() {
        return "PostgreSQL";
    }
}
