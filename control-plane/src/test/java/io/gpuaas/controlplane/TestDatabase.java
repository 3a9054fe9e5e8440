package io.gpuaas.controlplane;

import io.gpuaas.controlplane.platform.database.EmbeddedPostgres;
import io.gpuaas.controlplane.platform.database.Migrations;
import io.gpuaas.testkit.RealServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/** One real PostgreSQL for all tests of this JVM; each asker gets a freshly migrated database of its own. */
public final class TestDatabase {

    private static final List<Runnable> STOPS = new CopyOnWriteArrayList<>();
    private static final EmbeddedPostgres SERVER = startServer();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String name;

    private TestDatabase(String name) {
        this.name = name;
    }

    public static TestDatabase create() {
        String name = "test_" + NUMBER.incrementAndGet();
        execute("postgres", "CREATE DATABASE " + name + " TEMPLATE migrated");
        return new TestDatabase(name);
    }

    public String url() {
        return SERVER.jdbcUrl(name);
    }

    public static String user() {
        return SERVER.user();
    }

    public static String password() {
        return SERVER.password();
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), user(), password());
    }

    public void execute(String sql) {
        execute(name, sql);
    }

    public long count(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Makes the database unreachable until it is given back. */
    public void takeAway() {
        execute("postgres", "ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
        execute("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'");
    }

    public void giveBack() {
        execute("postgres", "ALTER DATABASE " + name + " ALLOW_CONNECTIONS true");
    }

    /** Stops in reverse order of the start: a control plane must not outlive its database. */
    static synchronized void beforeExit(Runnable stop) {
        if (STOPS.isEmpty()) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> STOPS.reversed().forEach(Runnable::run)));
        }
        STOPS.add(stop);
    }

    private static EmbeddedPostgres startServer() {
        EmbeddedPostgres server = EmbeddedPostgres.startThrowaway(Path.of(
                "target",
                "test-postgres",
                String.valueOf(ProcessHandle.current().pid())));
        beforeExit(server::close);
        migrateTemplate(server);
        return server;
    }

    private static void migrateTemplate(EmbeddedPostgres server) {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("postgres"), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            RealServers.report("PostgreSQL", connection.getMetaData().getDatabaseProductVersion());
            statement.execute("CREATE DATABASE migrated");
            // Hundreds of pools connect to it: hashing its password as slowly as a real one's takes seconds of each
            // start.
            statement.execute("SET scram_iterations = 1");
            statement.execute("ALTER ROLE \"" + server.user() + "\" PASSWORD '" + server.password() + "'");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot prepare the test database", e);
        }
        PGSimpleDataSource template = new PGSimpleDataSource();
        template.setUrl(server.jdbcUrl("migrated"));
        template.setUser(server.user());
        template.setPassword(server.password());
        new Migrations(template).migrate();
        chargeWithoutAsking(template);
    }

    /** Most tests are not about money: their tenants begin allocations without credit. Those that are say otherwise. */
    private static void chargeWithoutAsking(PGSimpleDataSource template) {
        try (Connection connection = template.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO policy.override (scope, scope_id, key, value, set_by, set_at)
                    VALUES ('global', '00000000-0000-0000-0000-000000000000', 'billing.payment_mode', 'open', 'test', now())""");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot prepare the test database", e);
        }
    }

    private static void execute(String database, String sql) {
        try (Connection connection =
                        DriverManager.getConnection(SERVER.jdbcUrl(database), SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
