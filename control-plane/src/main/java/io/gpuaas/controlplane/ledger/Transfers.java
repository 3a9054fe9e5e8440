package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Lists the bookings of a tenant. */
@Component
public class Transfers {

    private final JdbcClient jdbc;

    Transfers(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public record Entry(
            long id,
            String kind,
            UUID subject,
            String debit,
            String credit,
            Money amount,
            Instant bookedAt,
            Instant effectiveAt,
            @Nullable Long reverses) {}

    /** Which transfers; absent parts do not matter. */
    public record Wanted(
            @Nullable String kind,
            @Nullable UUID subject,
            @Nullable Instant from,
            @Nullable Instant to) {}

    /** Newest first. */
    public List<Entry> list(TenantId tenant, Wanted wanted, @Nullable Long before, int limit) {
        return jdbc.sql("""
                SELECT t.*, debit.kind AS debit, credit.kind AS credit FROM ledger.transfer t
                JOIN ledger.account debit ON debit.id = t.debit_account
                JOIN ledger.account credit ON credit.id = t.credit_account
                WHERE t.tenant_id = :tenant AND (:before::bigint IS NULL OR t.id < :before)
                  AND (:kind::text IS NULL OR t.kind = :kind) AND (:subject::uuid IS NULL OR t.subject = :subject)
                  AND (:from::timestamptz IS NULL OR t.booked_at >= :from)
                  AND (:to::timestamptz IS NULL OR t.booked_at < :to)
                ORDER BY t.id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, Types.BIGINT)
                .param("kind", wanted.kind(), Types.VARCHAR)
                .param("subject", wanted.subject(), Types.OTHER)
                .param("from", Columns.optionalTime(wanted.from()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("to", Columns.optionalTime(wanted.to()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("limit", limit)
                .query((row, n) -> new Entry(
                        row.getLong("id"),
                        row.getString("kind"),
                        row.getObject("subject", UUID.class),
                        row.getString("debit"),
                        row.getString("credit"),
                        new Money(row.getLong("amount_nanos"), row.getString("currency")),
                        Columns.instant(row, "booked_at"),
                        Columns.instant(row, "effective_at"),
                        Columns.optionalLong(row, "reverses")))
                .list();
    }
}
