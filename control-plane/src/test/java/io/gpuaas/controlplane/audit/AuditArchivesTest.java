package io.gpuaas.controlplane.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.testkit.Against;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Months of the past are made by hand: rows in tables of their own, sealed by the real sealer. */
@Against("PostgreSQL")
class AuditArchivesTest {

    private final YearMonth old = YearMonth.now(ZoneOffset.UTC).minusMonths(5);
    private final YearMonth next = old.plusMonths(1);

    private final TestControlPlane plane =
            TestControlPlane.start(Map.of("gpuaas.audit.seal-interval", "1h"), Objects.class);
    private final ApiClient admin = plane.admin();
    private final TestDatabase database = plane.database();
    private final FaultyObjects objects = plane.bean(FaultyObjects.class);

    @Configuration(proxyBeanMethods = false)
    static class Objects {

        @Bean
        @Primary
        FaultyObjects faultyObjects() {
            return new FaultyObjects();
        }
    }

    /** Keeps objects in memory, and fails or forgets on request. */
    static final class FaultyObjects implements ObjectStore {

        private final Map<ObjectName, byte[]> kept = new ConcurrentHashMap<>();
        private volatile boolean forgetful;
        private volatile boolean unreachable;

        @Override
        public void put(ObjectName name, byte[] bytes) throws IOException {
            if (!forgetful) {
                kept.put(name, bytes);
            }
        }

        @Override
        public Optional<byte[]> find(ObjectName name) throws IOException {
            if (unreachable) {
                throw new IOException("out of reach");
            }
            return Optional.ofNullable(kept.get(name));
        }

        @Override
        public Optional<InputStream> open(ObjectName name, long from) throws IOException {
            return find(name).map(bytes -> new ByteArrayInputStream(bytes, (int) from, bytes.length - (int) from));
        }

        @Override
        public void putLocked(ObjectName name, byte[] bytes, Instant until) throws IOException {
            put(name, bytes);
        }

        @Override
        public List<ObjectName> listAfter(String prefix, @Nullable ObjectName after, int limit) {
            return List.of();
        }

        @Override
        public void delete(ObjectName name) {
            kept.remove(name);
        }
    }

    @BeforeEach
    void makeAPast() {
        for (YearMonth month : List.of(old, next)) {
            database.execute("CREATE TABLE audit.%s PARTITION OF audit.event FOR VALUES FROM ('%s') TO ('%s')"
                    .formatted(table(month), month.atDay(1), month.plusMonths(1).atDay(1)));
        }
        for (int i = 0; i < 3; i++) {
            record(old, 4);
            seal();
        }
        // One seal covers rows of both months, as around midnight of the last day.
        record(old, 2);
        record(next, 3);
        record(old, 1);
        seal();
        record(next, 4);
        seal();
        admin.createTenant();
        seal();
        retain(4);
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private static String table(YearMonth month) {
        return DateTimeFormatter.ofPattern("'event_'yyyyMM").format(month);
    }

    private void record(YearMonth month, int rows) {
        database.execute(
                "INSERT INTO audit.event (occurred_at, actor_id, actor_kind, action, outcome, correlation_id, detail)"
                        + " SELECT '%sT12:00:00.123456Z', 'x', 'user', 'y', 'succeeded', 'c', '{\"a\":\"\u00e4\"}' FROM generate_series(1, %d)"
                                .formatted(month.atDay(3), rows));
    }

    /** Other databases of the server have transactions too, and the horizon waits for them. */
    private void seal() {
        await().until(() -> {
            plane.bean(AuditSealer.class).sealAll();
            return database.count(
                            "SELECT count(*) FROM audit.event WHERE tx >= coalesce((SELECT max(to_tx::text::bigint)"
                                    + " FROM audit.seal), 0)::text::xid8")
                    == 0;
        });
    }

    private void retain(int months) {
        Reply set = admin.put("/api/v1/policies/audit.retention_months", "{\"value\":\"" + months + "\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    private void archive() throws IOException {
        plane.bean(AuditArchives.class).archiveDue();
    }

    private boolean has(YearMonth month) {
        return database.count("SELECT count(*) FROM pg_class WHERE relname = '" + table(month) + "'") == 1;
    }

    private Reply verify() {
        return admin.send("POST", "/api/v1/audit-events/verify", null);
    }

    private void assertIntact() {
        Reply result = verify();
        assertThat(result.json().path("intact").asBoolean()).as(result.body()).isTrue();
    }

    /** Changes rows as an attacker with all rights on the database could. */
    private void tamper(String sql) {
        database.execute("SET session_replication_role = replica; " + sql);
    }

    private Reply verifyArchive(YearMonth month) {
        return admin.get("/api/v1/audit-archives/" + month + "/verification");
    }

    @Test
    void byDefaultEveryMonthIsKept() throws Exception {
        retain(0);
        archive();
        assertThat(has(old)).isTrue();
        assertThat(objects.kept).isEmpty();
    }

    @Test
    void anOldMonthIsArchivedAndDroppedAndTheChainGoesOn() throws Exception {
        archive();
        assertThat(has(old)).isFalse();
        assertThat(has(next)).as("not old enough").isTrue();
        Reply result = verify();
        assertThat(result.json().path("intact").asBoolean()).as(result.body()).isTrue();
        assertThat(result.json().at("/archived_months/0").asString()).isEqualTo(old.toString());
        assertThat(result.json().path("archived_rows").asLong()).isEqualTo(15);
        Reply list = admin.get("/api/v1/audit-archives");
        assertThat(list.json().path("items").size()).isEqualTo(1);
        assertThat(list.json().at("/items/0/rows").asLong()).isEqualTo(15);
        assertThat(list.json().at("/items/0/last_seal").asLong())
                .as("the seal both months share stays in the database")
                .isEqualTo(database.count("SELECT min(number) FROM audit.seal"));
        assertThat(admin.get("/api/v1/audit-events?action=audit.archive")
                        .json()
                        .at("/items/0/target")
                        .asString())
                .as("dropping is audited")
                .isEqualTo(old.toString());
        assertThat(verifyArchive(old).json().path("intact").asBoolean()).isTrue();

        seal();
        assertIntact();
        retain(3);
        archive();
        assertThat(has(next)).isFalse();
        seal();
        assertIntact();
        assertThat(verify().json().path("archived_rows").asLong()).isEqualTo(22);
        assertThat(verifyArchive(old).json().path("intact").asBoolean()).isTrue();
        assertThat(verifyArchive(next).json().path("intact").asBoolean())
                .as(verifyArchive(next).body())
                .isTrue();
    }

    @Test
    void anArchiveIsDownloadedAsItIsKept() throws Exception {
        archive();
        Reply download = admin.get("/api/v1/audit-archives/" + old + "/download");
        assertThat(download.status()).isEqualTo(200);
        assertThat(download.header("Content-Disposition")).contains("audit-" + old + ".ndjson.gz");
        assertThat(admin.get("/api/v1/audit-archives/" + next + "/download").status())
                .isEqualTo(404);
        assertThat(admin.get("/api/v1/audit-archives/2026-13/download").status())
                .isEqualTo(400);
    }

    @Test
    void aMonthWithUnsealedRowsIsKept() throws Exception {
        record(old, 1);
        archive();
        assertThat(has(old)).isTrue();
        seal();
        archive();
        assertThat(has(old)).isFalse();
        assertIntact();
    }

    @Test
    void aStoreThatForgetsLosesNothing() throws Exception {
        objects.forgetful = true;
        archive();
        assertThat(has(old)).isTrue();
        assertThat(database.count("SELECT count(*) FROM audit.archive WHERE dropped_at IS NULL"))
                .isEqualTo(1);
        objects.forgetful = false;
        objects.unreachable = true;
        assertThatThrownBy(this::archive).isInstanceOf(IOException.class);
        assertThat(has(old)).isTrue();
        assertIntact();
        objects.unreachable = false;
        archive();
        assertThat(has(old)).isFalse();
        assertIntact();
        assertThat(verifyArchive(old).json().path("intact").asBoolean()).isTrue();
    }

    /** A crash between the export and the drop leaves a record without dropped_at; the next round goes on from there. */
    @Test
    void aCrashBetweenExportAndDropIsMadeGoodByTheNextRound() throws Exception {
        database.execute("""
                CREATE FUNCTION audit.crash() RETURNS event_trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'crashed'; END $$;
                CREATE EVENT TRIGGER crash ON sql_drop EXECUTE FUNCTION audit.crash();""");
        assertThatThrownBy(this::archive).rootCause().hasMessageContaining("crashed");
        assertThat(has(old)).isTrue();
        Map<ObjectName, byte[]> exported = Map.copyOf(objects.kept);
        assertThat(exported).isNotEmpty();
        assertIntact();

        database.execute("DROP EVENT TRIGGER crash; DROP FUNCTION audit.crash()");
        archive();
        assertThat(has(old)).isFalse();
        assertThat(objects.kept.keySet()).as("nothing is left behind").isEqualTo(exported.keySet());
        assertIntact();
        assertThat(verifyArchive(old).json().path("intact").asBoolean()).isTrue();
    }

    @Test
    void aTamperedMonthIsNotDropped() throws Exception {
        tamper("UPDATE audit.event SET actor_id = 'z' WHERE id = (SELECT min(id) FROM audit." + table(old) + ")");
        archive();
        assertThat(has(old)).isTrue();
    }

    @Test
    void theDatabaseStillRefusesEverybodyElse() throws Exception {
        archive();
        seal();
        for (String sql : List.of(
                "DELETE FROM audit.seal",
                "DELETE FROM audit.seal WHERE number = (SELECT max(last_seal) FROM audit.archive)",
                "UPDATE audit.seal SET number = number",
                "TRUNCATE audit.seal",
                "DELETE FROM audit.archive",
                "UPDATE audit.archive SET row_count = 0",
                "TRUNCATE audit.archive",
                "DELETE FROM audit.event")) {
            assertThatThrownBy(() -> database.execute(sql)).as(sql).rootCause().hasMessageContaining("append-only");
        }
    }

    @Test
    void tamperingAfterwardsIsFound() throws Exception {
        archive();
        seal();
        ObjectName object = objects.kept.keySet().iterator().next();
        byte[] good = java.util.Objects.requireNonNull(objects.kept.get(object));
        byte[] bad = good.clone();
        bad[bad.length / 2] ^= 1;
        objects.kept.put(object, bad);
        assertThat(verifyArchive(old).text("explanation")).contains("was altered");
        objects.kept.remove(object);
        assertThat(verifyArchive(old).text("explanation")).contains("is missing");
        objects.kept.put(object, good);

        long row = database.count("SELECT max(id) FROM audit." + table(next)
                + " WHERE id = ANY (SELECT unnest(row_ids) FROM audit.seal"
                + " WHERE number = (SELECT max(last_seal) + 1 FROM audit.archive))");
        tamper("DELETE FROM audit.event WHERE id = " + row);
        assertThat(verify().json().path("first_bad_row").asLong())
                .as("a row under the seal that archived rows share")
                .isEqualTo(row);
    }

    @Test
    void aRecordThatWasAlteredToHideARowIsFound() throws Exception {
        archive();
        seal();
        long row = database.count("SELECT max(id) FROM audit." + table(next)
                + " WHERE id = ANY (SELECT unnest(row_ids) FROM audit.seal"
                + " WHERE number = (SELECT max(last_seal) + 1 FROM audit.archive))");
        tamper("DELETE FROM audit.event WHERE id = " + row
                + "; UPDATE audit.archive SET rows_under_later_seals = rows_under_later_seals + int8multirange(int8range("
                + row + "," + row + ",'[]'))");
        assertThat(verify().text("explanation")).contains("the record of archived month " + old + " was altered");
    }

    @Test
    void aRowSlippedInBelowTheArchivedMonthsIsFound() throws Exception {
        archive();
        seal();
        tamper("INSERT INTO audit.event (tx, occurred_at, actor_id, actor_kind, action, outcome, correlation_id)"
                + " VALUES ('3', now(), 'x', 'user', 'x', 'succeeded', 'x')");
        assertThat(verify().text("explanation")).contains("inserted");
    }

    @Test
    void aSealCutFromTheEndOfTheArchiveIsMissed() throws Exception {
        archive();
        seal();
        tamper("DELETE FROM audit.archive");
        assertThat(verify().text("explanation")).contains("seal 1 is missing");
    }
}
