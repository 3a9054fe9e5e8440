package io.gpuaas.controlplane.platform;

import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;

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

    private final DataSource dataSource;

    public Migrations(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public void migrate() {
        DOMAINS.forEach(domain -> flyway(domain).migrate());
    }

    /** True when nothing is left to migrate and nothing in the database is newer than this program. */
    public boolean upToDate() {
        return DOMAINS.stream()
                .map(domain -> flyway(domain).info())
                .allMatch(info ->
                        info.pending().length == 0 && Arrays.stream(info.all()).noneMatch(Migrations::foreign));
    }

    /** Failed, or applied by a newer program than this. */
    private static boolean foreign(MigrationInfo one) {
        return one.getState().isFailed() || one.getState() == MigrationState.FUTURE_SUCCESS;
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
