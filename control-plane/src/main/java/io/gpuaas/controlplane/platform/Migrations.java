package io.gpuaas.controlplane.platform;

import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Brings every domain's schema up to date. A domain is a folder under db/migration and a schema of
 * the same name, with a history of its own, so that domains number their migrations independently.
 */
public final class Migrations {

    /** In the order they are migrated. A new domain adds its name and its folder. */
    public static final List<String> DOMAINS = List.of("events", "audit", "policy", "identity", "pipeline");

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
                .allMatch(info -> info.pending().length == 0
                        && Arrays.stream(info.all())
                                .noneMatch(one -> one.getState().isFailed()));
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
