package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.ledger.LedgerSeal.Content;
import io.gpuaas.controlplane.ledger.LedgerSeal.Range;
import io.gpuaas.controlplane.platform.Columns;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Stores seals and reads their content. Rows are digested in the database: a seal transfers one short answer, not the
 * rows.
 */
@Component
class SealStore {

    private final JdbcClient jdbc;

    SealStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** True for the one process that may seal until its transaction ends. */
    boolean lock() {
        return jdbc.sql("SELECT pg_try_advisory_xact_lock(7311)")
                .query(Boolean.class)
                .single();
    }

    Optional<LedgerSeal> newest() {
        return jdbc.sql("SELECT * FROM ledger.seal ORDER BY number DESC LIMIT 1")
                .query(LedgerSeal::read)
                .optional();
    }

    List<LedgerSeal> after(long number, int limit) {
        return jdbc.sql("SELECT * FROM ledger.seal WHERE number > :number ORDER BY number LIMIT :limit")
                .param("number", number)
                .param("limit", limit)
                .query(LedgerSeal::read)
                .list();
    }

    /** Below this transaction number no row can appear any more. */
    long horizon() {
        return Long.parseUnsignedLong(jdbc.sql("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
                .query(String.class)
                .single());
    }

    /** The end of a range that holds about so many rows, and whole transactions. */
    long endOf(Range wanted, int rows) {
        return jdbc.sql("""
                SELECT (tx::text::bigint + 1)::text FROM ledger.transfer
                WHERE tx >= :from::text::xid8 AND tx < :to::text::xid8 ORDER BY tx, id OFFSET :rows LIMIT 1""")
                .param("from", Long.toUnsignedString(wanted.fromTx()))
                .param("to", Long.toUnsignedString(wanted.toTx()))
                .param("rows", rows - 1)
                .query(String.class)
                .optional()
                .map(Long::parseUnsignedLong)
                .orElse(wanted.toTx());
    }

    /** Each value is preceded by its length, so that none can flow into the next. */
    Content content(Range range) {
        return jdbc.sql("""
                SELECT count(*) AS transfers, sha256(convert_to(coalesce(string_agg(
                    concat_ws('|', id, tx, extract(epoch FROM booked_at), extract(epoch FROM effective_at), length(kind), kind,
                        subject, coalesce(tenant_id::text, '-'), debit_account, credit_account, currency, amount_nanos,
                        coalesce(reverses, 0)), E'\\n' ORDER BY tx, id), ''), 'UTF8')) AS digest
                FROM ledger.transfer WHERE tx >= :from::text::xid8 AND tx < :to::text::xid8""")
                .param("from", Long.toUnsignedString(range.fromTx()))
                .param("to", Long.toUnsignedString(range.toTx()))
                .query((row, n) -> new Content(row.getLong("transfers"), row.getBytes("digest")))
                .single();
    }

    /** The HMACs of these seals, as far as they are here. */
    Map<Long, byte[]> hmacs(Collection<Long> numbers) {
        return jdbc
                .sql("SELECT number, seal FROM ledger.seal WHERE number = ANY (:numbers)")
                .param("numbers", numbers.toArray(Long[]::new))
                .query((row, n) -> Map.entry(row.getLong("number"), row.getBytes("seal")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    void add(LedgerSeal seal, Instant at) {
        jdbc.sql("""
                INSERT INTO ledger.seal (number, from_tx, to_tx, transfers, digest, seal, sealed_at)
                VALUES (:number, :from::text::xid8, :to::text::xid8, :transfers, :digest, :seal, :at)""")
                .param("number", seal.number())
                .param("from", Long.toUnsignedString(seal.range().fromTx()))
                .param("to", Long.toUnsignedString(seal.range().toTx()))
                .param("transfers", seal.content().transfers())
                .param("digest", seal.content().digest())
                .param("seal", seal.seal())
                .param("at", Columns.time(at))
                .update();
        addToCheckpoint(seal.range());
    }

    private void addToCheckpoint(Range range) {
        jdbc.sql("""
                INSERT INTO ledger.checkpoint AS c (account_id, nanos)
                SELECT account_id, sum(nanos)::bigint FROM (
                    SELECT debit_account AS account_id, -amount_nanos AS nanos FROM ledger.transfer
                    WHERE tx >= :from::text::xid8 AND tx < :to::text::xid8
                    UNION ALL
                    SELECT credit_account, amount_nanos FROM ledger.transfer
                    WHERE tx >= :from::text::xid8 AND tx < :to::text::xid8) AS side
                GROUP BY account_id
                ON CONFLICT (account_id) DO UPDATE SET nanos = c.nanos + excluded.nanos""")
                .param("from", Long.toUnsignedString(range.fromTx()))
                .param("to", Long.toUnsignedString(range.toTx()))
                .update();
    }

    /** Accounts whose balance is not what their transfers come to: sealed ones by checkpoint, the others by sum. */
    List<Long> accountsOff(long sealedTo) {
        return jdbc.sql("""
                SELECT coalesce(b.account_id, s.account_id) FROM ledger.balance b
                FULL JOIN (SELECT account_id, sum(nanos) AS nanos FROM (
                        SELECT account_id, nanos FROM ledger.checkpoint
                        UNION ALL SELECT debit_account, -amount_nanos FROM ledger.transfer WHERE tx >= :tx::text::xid8
                        UNION ALL SELECT credit_account, amount_nanos FROM ledger.transfer WHERE tx >= :tx::text::xid8) AS side
                    GROUP BY account_id) AS s ON s.account_id = b.account_id
                WHERE coalesce(b.nanos, 0) <> coalesce(s.nanos, 0) ORDER BY 1 LIMIT 100""")
                .param("tx", Long.toUnsignedString(sealedTo))
                .query((row, n) -> row.getLong(1))
                .list();
    }

    /** The same from the first transfer on, trusting no checkpoint. */
    List<Long> accountsOffFromTheBeginning() {
        return jdbc.sql("""
                SELECT coalesce(b.account_id, s.account_id) FROM ledger.balance b
                FULL JOIN (SELECT account_id, sum(nanos) AS nanos FROM (
                        SELECT debit_account AS account_id, -amount_nanos AS nanos FROM ledger.transfer
                        UNION ALL SELECT credit_account, amount_nanos FROM ledger.transfer) AS side
                    GROUP BY account_id) AS s ON s.account_id = b.account_id
                WHERE coalesce(b.nanos, 0) <> coalesce(s.nanos, 0) ORDER BY 1 LIMIT 100""").query((row, n) -> row.getLong(1)).list();
    }

    /** Holds that do not come to what balances say is held. */
    List<Long> holdsOff() {
        return jdbc.sql("""
                SELECT b.account_id FROM ledger.balance b
                LEFT JOIN (SELECT account_id, sum(remaining_nanos) AS nanos FROM ledger.hold WHERE state = 'held'
                           GROUP BY account_id) AS h ON h.account_id = b.account_id
                WHERE b.held_nanos <> coalesce(h.nanos, 0) ORDER BY 1 LIMIT 100""").query((row, n) -> row.getLong(1)).list();
    }

    long transfersFrom(long tx) {
        return jdbc.sql("SELECT count(*) FROM ledger.transfer WHERE tx >= :tx::text::xid8")
                .param("tx", Long.toUnsignedString(tx))
                .query(Long.class)
                .single();
    }

    void keepPartitions(Instant around) {
        jdbc.sql("SELECT ledger.keep_partitions(:around)")
                .param("around", Columns.time(around))
                .query(row -> {});
    }
}
