package io.gpuaas.controlplane.audit;

import io.gpuaas.controlplane.audit.Archive.Checkpoint;
import io.gpuaas.controlplane.platform.Columns;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores which months of the trail are being archived, and the records of those that were. */
@Component
class ArchiveStore {

    private static final DateTimeFormatter PARTITION = DateTimeFormatter.ofPattern("'event_'yyyyMM");

    private final JdbcClient jdbc;

    ArchiveStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Months that left the database, oldest first. */
    List<Archive> dropped() {
        return jdbc.sql("SELECT * FROM audit.archive WHERE dropped_at IS NOT NULL ORDER BY month")
                .query(Archive::read)
                .list();
    }

    Optional<Archive> find(YearMonth month) {
        return jdbc.sql("SELECT * FROM audit.archive WHERE month = :month")
                .param("month", month.atDay(1))
                .query(Archive::read)
                .optional();
    }

    /** The oldest month that has a table. */
    Optional<YearMonth> oldestMonth() {
        return jdbc.sql("""
                SELECT min(to_date(substr(c.relname, 7), 'YYYYMM')) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'audit.event'::regclass AND c.relname ~ '^event_[0-9]{6}$'""")
                .query((row, n) -> Optional.ofNullable(row.getObject(1, LocalDate.class)))
                .single()
                .map(YearMonth::from);
    }

    record Facts(long rows, long lastTx) {}

    /** How many rows a month has, and the last transaction that wrote one; 0 when there is none. */
    Facts facts(YearMonth month) {
        return jdbc.sql(
                        "SELECT count(*) AS rows, coalesce((SELECT tx FROM audit.%1$s ORDER BY tx DESC LIMIT 1), '0')::text AS last_tx FROM audit.%1$s"
                                .formatted(partition(month)))
                .query((row, n) -> new Facts(row.getLong("rows"), Long.parseUnsignedLong(row.getString("last_tx"))))
                .single();
    }

    /** The last seal before the first one that covers a row later than the month. */
    Checkpoint checkpoint(YearMonth month) {
        return jdbc.sql("""
                SELECT number, to_tx, seal FROM audit.seal
                WHERE to_tx <= coalesce(
                    (SELECT tx FROM audit.event WHERE occurred_at >= :end ORDER BY tx LIMIT 1),
                    (SELECT to_tx FROM audit.seal ORDER BY number DESC LIMIT 1))
                ORDER BY number DESC LIMIT 1""")
                .param("end", Columns.time(endOf(month)))
                .query((row, n) -> new Checkpoint(
                        row.getLong("number"), Long.parseUnsignedLong(row.getString("to_tx")), row.getBytes("seal")))
                .optional()
                .orElse(Checkpoint.BEGINNING);
    }

    RowIds rowsSince(YearMonth month, long tx) {
        return RowIds.parse(jdbc.sql("""
                SELECT coalesce(range_agg(int8range(id, id, '[]')), '{}')::text FROM audit.%s WHERE tx >= :tx::text::xid8""".formatted(partition(month)))
                .param("tx", Long.toUnsignedString(tx))
                .query(String.class)
                .single());
    }

    List<AuditRow> rows(YearMonth month, Seal seal) {
        return jdbc.sql("SELECT * FROM audit.%s WHERE tx >= :from::text::xid8 AND tx < :to::text::xid8 ORDER BY tx, id"
                        .formatted(partition(month)))
                .param("from", Long.toUnsignedString(seal.fromTx()))
                .param("to", Long.toUnsignedString(seal.toTx()))
                .query(AuditRow::read)
                .list();
    }

    /** Replaces an export of the month that was not followed by dropping it. */
    void put(Archive archive) {
        jdbc.sql("DELETE FROM audit.archive WHERE month = :month")
                .param("month", archive.month().atDay(1))
                .update();
        jdbc.sql("""
                INSERT INTO audit.archive (month, objects, digests, bytes, sha256, row_count, first_seal, last_seal,
                    last_seal_tx, last_seal_hmac, rows_under_later_seals, exported_at, mac)
                VALUES (:month, :objects, :digests, :bytes, :sha256, :rows, :first, :last, :tx::text::xid8, :hmac,
                    :later::text::int8multirange, :at, :mac)""")
                .param("month", archive.month().atDay(1))
                .param(
                        "objects",
                        archive.content().parts().stream()
                                .map(part -> part.object().value())
                                .toArray(String[]::new))
                .param(
                        "digests",
                        archive.content().parts().stream()
                                .map(Archive.Part::sha256)
                                .toArray(String[]::new))
                .param("bytes", archive.content().bytes())
                .param("sha256", archive.content().sha256())
                .param("rows", archive.content().rows())
                .param("first", archive.firstSeal())
                .param("last", archive.checkpoint().seal())
                .param("tx", Long.toUnsignedString(archive.checkpoint().toTx()))
                .param("hmac", archive.checkpoint().hmac())
                .param("later", archive.rowsUnderLaterSeals().text())
                .param("at", Columns.time(archive.exportedAt()))
                .param("mac", archive.mac())
                .update();
    }

    /** Blocks additions to the month until the transaction ends; reading goes on. */
    void lockAgainstWriting(YearMonth month) {
        jdbc.sql("LOCK TABLE audit.%s IN SHARE MODE".formatted(partition(month)))
                .update();
    }

    /** Waits only briefly for the trail's lock, because all additions to the trail queue behind it. */
    void drop(YearMonth month, Duration lockWait, Instant at) {
        jdbc.sql("SET LOCAL lock_timeout = " + lockWait.toMillis()).update();
        jdbc.sql("ALTER TABLE audit.event DETACH PARTITION audit." + partition(month))
                .update();
        jdbc.sql("DROP TABLE audit." + partition(month)).update();
        jdbc.sql("UPDATE audit.archive SET dropped_at = :at WHERE month = :month")
                .param("at", Columns.time(at))
                .param("month", month.atDay(1))
                .update();
    }

    /** Deletes some seals that are in the object store, and returns their number. The trigger keeps the others. */
    int deleteArchivedSeals(int limit) {
        return jdbc.sql("""
                DELETE FROM audit.seal WHERE number IN (SELECT number FROM audit.seal
                    WHERE number < (SELECT max(last_seal) FROM audit.archive WHERE dropped_at IS NOT NULL)
                    ORDER BY number LIMIT :limit)""").param("limit", limit).update();
    }

    /** A row older than the chain in the database, which must not be there. */
    Optional<Long> rowBefore(long tx) {
        return jdbc.sql("SELECT id FROM audit.event WHERE tx < :tx::text::xid8 ORDER BY tx LIMIT 1")
                .param("tx", Long.toUnsignedString(tx))
                .query(Long.class)
                .optional();
    }

    /** True for the one process that may export until then. */
    boolean takeLease(Instant now, Instant until) {
        return jdbc.sql("UPDATE audit.archive_lease SET held_until = :until WHERE held_until <= :now")
                        .param("until", Columns.time(until))
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    void extendLease(Instant until) {
        jdbc.sql("UPDATE audit.archive_lease SET held_until = :until")
                .param("until", Columns.time(until))
                .update();
    }

    static Instant endOf(YearMonth month) {
        return month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private static String partition(YearMonth month) {
        return PARTITION.format(month);
    }
}
