package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Bookings and their transfers. Balances follow by themselves. */
@Component
class LedgerStore {

    private final JdbcClient jdbc;

    LedgerStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** False when the key is taken. Waits for a transaction that is just taking it. */
    boolean add(UUID id, Booking booking, @Nullable UUID reverses, Instant now) {
        Call call = Call.current();
        return jdbc.sql("""
                INSERT INTO ledger.booking (id, key, kind, fingerprint, tenant_id, reason, booked_by, correlation_id,
                    booked_at, reverses)
                VALUES (:id, :key, :kind, :fingerprint, :tenant, :reason, :by, :correlation, :now, :reverses)
                ON CONFLICT DO NOTHING""")
                        .param("id", id)
                        .param("key", booking.key())
                        .param("kind", booking.kind())
                        .param("fingerprint", booking.fingerprint())
                        .param("tenant", uuid(booking.tenant()), Types.OTHER)
                        .param("reason", booking.reason())
                        .param("by", call.caller().id())
                        .param("correlation", call.correlationId().value())
                        .param("now", Columns.time(now))
                        .param("reverses", reverses, Types.OTHER)
                        .update()
                == 1;
    }

    record Known(UUID id, String fingerprint) {}

    Optional<Known> find(String key) {
        return jdbc.sql("SELECT id, fingerprint FROM ledger.booking WHERE key = :key")
                .param("key", key)
                .query((row, n) -> new Known(row.getObject("id", UUID.class), row.getString("fingerprint")))
                .optional();
    }

    long account(Account account, String currency) {
        return jdbc.sql("SELECT ledger.account_of(:kind, :tenant, :currency, :lot)")
                .param("kind", account.kind().wire())
                .param("tenant", uuid(account.tenant()), Types.OTHER)
                .param("currency", currency)
                .param("lot", account.lot(), Types.OTHER)
                .query(Long.class)
                .single();
    }

    void transfer(UUID booking, Booking of, Booking.Transfer transfer, Instant now) {
        Money amount = transfer.amount();
        jdbc.sql("""
                INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account,
                    credit_account, currency, amount_nanos)
                VALUES (:now, :effective, :kind, :booking, :tenant, :debit, :credit, :currency, :nanos)""")
                .param("now", Columns.time(now))
                .param("effective", Columns.time(of.effectiveAt()))
                .param("kind", of.kind())
                .param("booking", booking)
                .param("tenant", uuid(of.tenant()), Types.OTHER)
                .param("debit", account(transfer.debit(), amount.currency()))
                .param("credit", account(transfer.credit(), amount.currency()))
                .param("currency", amount.currency())
                .param("nanos", amount.nanos())
                .update();
    }

    /** The same amounts the other way round, each linked to what it undoes. */
    int reverse(UUID original, UUID reversal, Instant effective, Instant now) {
        return jdbc.sql("""
                INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, tenant_id, debit_account,
                    credit_account, currency, amount_nanos, reverses)
                SELECT :now, :effective, 'reversal', :reversal, tenant_id, credit_account, debit_account, currency,
                    amount_nanos, id
                FROM ledger.transfer WHERE subject = :original
                  AND tenant_id IS NOT DISTINCT FROM (SELECT tenant_id FROM ledger.booking WHERE id = :original)""")
                .param("now", Columns.time(now))
                .param("effective", Columns.time(effective))
                .param("reversal", reversal)
                .param("original", original)
                .update();
    }

    /** The account's number; its balance is locked until the transaction ends. */
    long lock(Account account, String currency) {
        long id = account(account, currency);
        jdbc.sql("SELECT nanos FROM ledger.balance WHERE account_id = :account FOR NO KEY UPDATE")
                .param("account", id)
                .query(Long.class)
                .single();
        return id;
    }

    /** Given less taken; zero when the account was never used. */
    long balance(Account account, String currency) {
        return jdbc.sql("""
                SELECT b.nanos FROM ledger.account a JOIN ledger.balance b ON b.account_id = a.id
                WHERE a.kind = :kind AND a.tenant_id IS NOT DISTINCT FROM :tenant AND a.currency = :currency
                  AND a.lot IS NOT DISTINCT FROM :lot""")
                .param("kind", account.kind().wire())
                .param("tenant", uuid(account.tenant()), Types.OTHER)
                .param("currency", currency)
                .param("lot", account.lot(), Types.OTHER)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /** By currency; only those in which the tenant has accounts. */
    List<TenantBalance> balances(TenantId tenant, Instant now) {
        return jdbc.sql("""
                SELECT a.currency,
                    coalesce(sum(b.nanos) FILTER (WHERE a.kind = 'credit'), 0)::bigint AS credit,
                    coalesce(sum(b.held_nanos), 0)::bigint AS held,
                    coalesce(sum(b.nanos) FILTER (WHERE a.kind = 'promotional' AND p.expires_at > :now), 0)::bigint AS promotional,
                    coalesce(sum(b.nanos) FILTER (WHERE a.kind = 'accrued'), 0)::bigint AS accrued,
                    coalesce(-sum(b.nanos) FILTER (WHERE a.kind = 'receivable'), 0)::bigint AS receivable
                FROM ledger.account a JOIN ledger.balance b ON b.account_id = a.id
                LEFT JOIN ledger.promotion p ON p.lot = a.lot
                WHERE a.tenant_id = :tenant GROUP BY a.currency ORDER BY a.currency""")
                .param("tenant", tenant.value())
                .param("now", Columns.time(now))
                .query((row, n) -> new TenantBalance(
                        row.getString("currency"),
                        row.getLong("credit"),
                        row.getLong("promotional"),
                        row.getLong("held"),
                        row.getLong("accrued"),
                        row.getLong("receivable")))
                .list();
    }

    static @Nullable UUID uuid(@Nullable TenantId tenant) {
        return tenant == null ? null : tenant.value();
    }
}
