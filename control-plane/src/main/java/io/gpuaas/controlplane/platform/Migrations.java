package io.gpuaas.controlplane.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Brings every domain's schema up to date. A domain is a folder under db/migration and a schema of
 * the same name, with a history of its own, so that domains number their migrations independently.
 */
public final class Migrations {

    /** In the order they are migrated. A new domain adds its name and its folder. */
    public static final List<String> DOMAINS = List.of(
            "events",
            "audit",
            "policy",
            "notifications",
            "identity",
            "access",
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
            "terminal",
            "pipeline");

    private static final String NO_SUCH_TABLE = "42P01";

    private final DataSource dataSource;

    public Migrations(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public void migrate() {
        DOMAINS.forEach(domain -> flyway(domain).migrate());
    }

    /**
     * True when nothing is left to migrate and nothing in the database is newer than this program. Takes one connection
     * and waits for no second one while it has it: readiness is asked when all others may be in use.
     */
    public boolean upToDate() {
        String applied = DOMAINS.stream()
                .map(domain -> "SELECT '" + domain + " ' || version, success FROM " + domain
                        + ".migration_history WHERE version IS NOT NULL")
                .collect(Collectors.joining(" UNION ALL "));
        Set<String> found = new HashSet<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(applied)) {
            while (rows.next()) {
                if (!rows.getBoolean(2)) {
                    return false;
                }
                found.add(rows.getString(1));
            }
        } catch (SQLException e) {
            if (NO_SUCH_TABLE.equals(e.getSQLState())) {
                return false;
            }
            throw new IllegalStateException("the histories of migrations cannot be read", e);
        }
        return found.equals(known());
    }

    /** The migrations this program has, by domain and version. */
    private static Set<String> known() {
        Set<String> known = new HashSet<>();
        PathMatchingResourcePatternResolver files = new PathMatchingResourcePatternResolver();
        try {
            for (String domain : DOMAINS) {
                for (Resource file : files.getResources("classpath:db/migration/" + domain + "/V*.sql")) {
                    String name = Objects.requireNonNull(file.getFilename());
                    known.add(domain + " " + name.substring(1, name.indexOf("__")));
                }
            }
            return known;
        } catch (IOException e) {
            throw new UncheckedIOException("the migrations of this program cannot be read", e);
        }
    }

    private Flyway flyway(String domain) {
        return Flyway.configure()
                .dataSource(dataSource)
                .schemas(domain)
                .defaultSchema(domain)
                .locations("classpath:db/migration/" + domain)
                .table("migration_history")
                .load();
    }
}
