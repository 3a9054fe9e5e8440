package io.gpuaas.controlplane.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.testkit.Against;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** How migrations run; the files are those under db/migration/trial of the tests. */
@Against("PostgreSQL")
class MigrationsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestDatabase database = TestDatabase.create();

    private Migrations migrations() {
        return new Migrations(Migrations.connections(database.url(), TestDatabase.user(), TestDatabase.password()));
    }

    private long applied() {
        return database.count("SELECT count(*) FROM trial.migration_history WHERE success AND version IS NOT NULL");
    }

    private void table(String rows) {
        database.execute("CREATE TABLE public.trial_in_use AS " + rows);
    }

    @Test
    void aLongStatementIsNotCutOffAndALockIsWaitedForInShortTurns() throws Exception {
        table("SELECT 1 AS number");
        database.execute(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 1000', current_database());"
                        + " END $$");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection holder = database.connect();
                Statement holding = holder.createStatement()) {
            holder.setAutoCommit(false);
            holding.execute("LOCK TABLE public.trial_in_use IN ACCESS SHARE MODE");
            Future<?> migrating = threads.submit(() -> migrations().migrate("trial"));
            // It waits for the lock, lets others pass, and comes back.
            awaitWaiting(1);
            awaitWaiting(0);
            awaitWaiting(1);
            assertThat(migrating.isDone()).isFalse();
            assertThat(applied()).isEqualTo(1);
            holder.rollback();
            migrating.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(applied()).isEqualTo(3);
    }

    private void awaitWaiting(long count) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> database.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND application_name = 'gpuaas-migrations' AND wait_event_type = 'Lock'"
                                + " AND query LIKE 'ALTER%'")
                        == count);
    }

    @Test
    void aFailedNonTransactionalMigrationRunsAgainAtTheNextStart() {
        table("SELECT 1 AS number UNION ALL SELECT 1");
        assertThatThrownBy(() -> migrations().migrate("trial"))
                .hasStackTraceContaining("could not create unique index");
        assertThat(applied()).isEqualTo(2);
        database.execute("DELETE FROM public.trial_in_use WHERE ctid = (SELECT min(ctid) FROM public.trial_in_use)");
        migrations().migrate("trial");
        assertThat(applied()).isEqualTo(3);
    }

    @Test
    void aStartWithNothingToMigrateAsksOnceForAllDomains() {
        AtomicInteger connections = new AtomicInteger();
        DataSource counting =
                new DelegatingDataSource(
                        Migrations.connections(database.url(), TestDatabase.user(), TestDatabase.password())) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        connections.incrementAndGet();
                        return super.getConnection();
                    }
                };

        new Migrations(counting).migrate();

        assertThat(connections).hasValue(1);
    }

    @Test
    void aMigrationThatWasEditedAfterItRanStopsTheStart() {
        database.execute("UPDATE limits.migration_history SET checksum = checksum + 1 WHERE version = '1'");

        assertThatThrownBy(() -> migrations().migrate()).hasMessageContaining("checksum mismatch");
    }

    @Test
    void aDomainWithoutTablesIsMigratedAmongOthersThatAreComplete() {
        database.execute("DROP SCHEMA operations CASCADE");

        migrations().migrate();

        assertThat(migrations().upToDate()).isTrue();
    }
}
