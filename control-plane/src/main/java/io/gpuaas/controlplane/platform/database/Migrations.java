package io.gpuaas.controlplane.platform.database;

import io.gpuaas.controlplane.platform.StartProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Brings every domain's schema up to date. A domain is a folder under db/migration and a schema of
 * the same name, with a history of its own, so that domains number their migrations independently.
 */
public final class Migrations {

    /** In the order they are migrated. A new domain adds its name and its folder. */
    public static final List<String> DOMAINS = List.of(
            "limits",
            "events",
            "audit",
            "policy",
            "notifications",
            "identity",
            "access",
            "custody",
            "issuer",
            "federation",
            "sessions",
            "nodes",
            "offerings",
            "ledger",
            "inventory",
            "allocations",
            "payments",
            "billing",
            "updates",
            "gateways",
            "joining",
            "terminal",
            "registry",
            "artifacts",
            "entitlements",
            "catalogue",
            "pipeline",
            "operations");

    /**
     * A migration that waits for a lock blocks all later statements, so it waits a short time only and retries: this
     * many times, which takes about five minutes.
     */
    static final int LOCK_ATTEMPTS_MAX = 60;

    /** How long another process may migrate before this one gives up, in seconds. */
    private static final int OTHERS_SECONDS_MAX = 4 * 3_600;

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String NO_SUCH_TABLE = "42P01";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final Logger log = LoggerFactory.getLogger(Migrations.class);

    private final DataSource dataSource;

    public Migrations(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Connections for migrations alone, outside of any pool: no statement is too long, since a large table takes its time, but
     * none waits long for a lock either.
     */
    static DataSource connections(String url, @Nullable String user, @Nullable String password) {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(url);
        connections.setUser(user);
        connections.setPassword(password);
        connections.setApplicationName("gpuaas-migrations");
        connections.setOptions("-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout="
                + LOCK_TIMEOUT.toMillis() + " -c timezone=UTC");
        return connections;
    }

    /**
     * Asks Flyway only when a history differs from the files of this program. To ask it about every domain takes a third
     * of the work of a start, and almost every start has nothing to migrate.
     */
    public void migrate() {
        if (!appliedAsTheyAre()) {
            DOMAINS.forEach(this::migrate);
        }
    }

    /** True when each history holds exactly this program's migrations, with the contents they have here. */
    private boolean appliedAsTheyAre() {
        return applied("version || ' ' || checksum")
                .filter(known(Contents.READ)::equals)
                .isPresent();
    }

    void migrate(String domain) {
        for (int attempt = 1; ; attempt++) {
            try {
                forgetFailed(domain);
                flyway(domain).migrate();
                return;
            } catch (FlywayException e) {
                if (!isLockTimeout(e)) {
                    throw e;
                }
                if (attempt == LOCK_ATTEMPTS_MAX) {
                    throw StartProblem.wrongSetting(
                            "the tables of " + domain
                                    + " are in use by other transactions and could not be migrated; end these and start again.");
                }
                log.atWarn()
                        .addKeyValue("domain", domain)
                        .addKeyValue("attempt", attempt)
                        .log("could not lock tables for a migration; retrying");
                pause();
            }
        }
    }

    private static boolean isLockTimeout(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(50)
                .anyMatch(cause -> cause instanceof SQLException sql && LOCK_NOT_AVAILABLE.equals(sql.getSQLState()));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting to migrate", e);
        }
    }

    /**
     * A migration that ran without a transaction and failed is recorded as failed, and would be refused from then on.
     * Such a migration can be run again: {@code MigrationRulesTest} keeps it so.
     */
    private void forgetFailed(String domain) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM " + domain + ".migration_history WHERE NOT success");
        } catch (SQLException e) {
            if (!NO_SUCH_TABLE.equals(e.getSQLState())) {
                throw new IllegalStateException("the history of migrations cannot be read", e);
            }
        }
    }

    /**
     * True when nothing is left to migrate and nothing in the database is newer than this program. Takes one connection
     * and waits for no second one while it has it: readiness is asked when all others may be in use.
     */
    public boolean upToDate() {
        return applied("version").filter(known(Contents.IGNORED)::equals).isPresent();
    }

    /** The histories of all domains; empty when one of them does not exist or has a migration that failed. */
    private Optional<Set<String>> applied(String columns) {
        String histories = DOMAINS.stream()
                .map(domain -> "SELECT '" + domain + " ' || " + columns + ", success FROM " + domain
                        + ".migration_history WHERE version IS NOT NULL")
                .collect(Collectors.joining(" UNION ALL "));
        Set<String> found = new HashSet<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(histories)) {
            while (rows.next()) {
                if (!rows.getBoolean(2)) {
                    return Optional.empty();
                }
                found.add(rows.getString(1));
            }
            return Optional.of(found);
        } catch (SQLException e) {
            if (NO_SUCH_TABLE.equals(e.getSQLState())) {
                return Optional.empty();
            }
            throw new IllegalStateException("the histories of migrations cannot be read", e);
        }
    }

    private enum Contents {
        READ,
        IGNORED
    }

    /** The migrations this program has, by domain and version, and with a checksum where their contents are read. */
    private static Set<String> known(Contents contents) {
        Set<String> known = new HashSet<>();
        PathMatchingResourcePatternResolver files = new PathMatchingResourcePatternResolver();
        try {
            for (String domain : DOMAINS) {
                for (Resource file : files.getResources("classpath:db/migration/" + domain + "/V*.sql")) {
                    String name = Objects.requireNonNull(file.getFilename());
                    String version = domain + " " + name.substring(1, name.indexOf("__"));
                    known.add(contents == Contents.READ ? version + " " + checksum(file) : version);
                }
            }
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException("the migrations of this program cannot be read", e);
        }
    }

    /** As Flyway computes it: line ends do not count. If it ever differs, every start asks Flyway again. */
    private static int checksum(Resource file) throws IOException {
        CRC32 checksum = new CRC32();
        file.getContentAsString(StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> checksum.update(line.getBytes(StandardCharsets.UTF_8)));
        return (int) checksum.getValue();
    }

    private Flyway flyway(String domain) {
        return Flyway.configure()
                .dataSource(dataSource)
                .schemas(domain)
                .defaultSchema(domain)
                .locations("classpath:db/migration/" + domain)
                .table("migration_history")
                .lockRetryCount(OTHERS_SECONDS_MAX)
                // Held by the session: an index that is built concurrently waits for every open transaction.
                .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
                .load();
    }
}
