package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Months of tenants that are over and not closed yet. */
@Component
class OpenMonthStore {

    private final JdbcClient jdbc;

    OpenMonthStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record OpenMonth(YearMonth month, TenantId tenant) {}

    record Failed(OpenMonth of, Instant since, String reason) {}

    /** Of these tenants, those that agreed on something in the month, and those that are still to be charged for it. */
    void add(YearMonth month, Collection<TenantId> tenants, Instant from, Instant to) {
        jdbc.sql("""
                INSERT INTO billing.open_month (month, tenant_id)
                SELECT :month, tenant_id FROM (
                    SELECT unnest(:tenants::uuid[]) AS tenant_id
                    UNION SELECT tenant_id FROM billing.commitment WHERE starts_at < :to AND ends_at > :from
                    UNION SELECT tenant_id FROM billing.left_out WHERE billed_until < :to) AS concerned
                ON CONFLICT DO NOTHING""")
                .param("month", month.toString())
                .param("tenants", tenants.stream().map(TenantId::value).toArray(UUID[]::new))
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .update();
    }

    /** The oldest month first. */
    List<OpenMonth> after(@Nullable OpenMonth last, int limit) {
        return jdbc.sql("""
                SELECT month, tenant_id FROM billing.open_month
                WHERE (month, tenant_id) > (:month, :tenant) ORDER BY month, tenant_id LIMIT :limit""")
                .param("month", last == null ? "" : last.month().toString())
                .param("tenant", last == null ? new UUID(0, 0) : last.tenant().value())
                .param("limit", limit)
                .query((row, n) -> new OpenMonth(
                        YearMonth.parse(row.getString("month")), new TenantId(row.getObject("tenant_id", UUID.class))))
                .list();
    }

    /** True for the one that closes it; it is gone when the transaction commits. */
    boolean take(OpenMonth open) {
        return jdbc.sql("""
                DELETE FROM billing.open_month WHERE (month, tenant_id) IN (
                    SELECT month, tenant_id FROM billing.open_month WHERE month = :month AND tenant_id = :tenant
                    FOR UPDATE SKIP LOCKED)""")
                        .param("month", open.month().toString())
                        .param("tenant", open.tenant().value())
                        .update()
                == 1;
    }

    /** Gives whether it is the first time. */
    boolean noteFailed(OpenMonth open, Instant now, String reason) {
        return jdbc.sql("""
                WITH before AS (SELECT failed_since FROM billing.open_month WHERE month = :month AND tenant_id = :tenant)
                UPDATE billing.open_month SET failed_since = coalesce(failed_since, :now), reason = :reason
                WHERE month = :month AND tenant_id = :tenant RETURNING (SELECT failed_since IS NULL FROM before)""")
                .param("month", open.month().toString())
                .param("tenant", open.tenant().value())
                .param("now", Columns.time(now))
                .param("reason", reason)
                .query(Boolean.class)
                .optional()
                .orElse(false);
    }

    int countFailed() {
        return jdbc.sql("SELECT count(*) FROM billing.open_month WHERE failed_since IS NOT NULL")
                .query(Integer.class)
                .single();
    }

    /** Those that failed first. */
    List<Failed> listFailed(int limit) {
        return jdbc.sql("""
                SELECT * FROM billing.open_month WHERE failed_since IS NOT NULL
                ORDER BY failed_since, month, tenant_id LIMIT :limit""")
                .param("limit", limit)
                .query((row, n) -> new Failed(
                        new OpenMonth(
                                YearMonth.parse(row.getString("month")),
                                new TenantId(row.getObject("tenant_id", UUID.class))),
                        Columns.instant(row, "failed_since"),
                        row.getString("reason")))
                .list();
    }
}
