package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Turns what tenants accrued into the platform's earnings when a month is over. */
@Component
public class Earnings {

    /**
     * A hundred million of the currency from one tenant in one month is a mistake. The platform's account holds ninety of
     * them, so no tenant alone can fill it and keep the months of others from being earned.
     */
    private static final long EARNED_NANOS_MAX = 100_000_000 * Money.NANOS_PER_UNIT;

    private final JdbcClient jdbc;
    private final Ledger ledger;

    Earnings(JdbcClient jdbc, Ledger ledger) {
        this.jdbc = jdbc;
        this.ledger = ledger;
    }

    /** A month's earnings from a tenant, and how much of it was committed and not used. */
    public record Earned(TenantId tenant, Money amount, long commitmentNanos) {}

    /** As it was booked when the month was closed. */
    public List<Earned> earned(YearMonth month, TenantId tenant) {
        Instant begin = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        Instant end = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        return jdbc.sql("""
                SELECT t.tenant_id, t.currency, t.amount_nanos, coalesce((SELECT sum(c.amount_nanos) FROM ledger.transfer c
                    WHERE c.tenant_id = t.tenant_id AND c.kind = 'commitment_shortfall' AND c.currency = t.currency
                      AND c.effective_at >= :begin AND c.effective_at < :end), 0)::bigint AS committed
                FROM ledger.transfer t
                WHERE t.tenant_id = :tenant AND t.kind = 'earnings' AND t.effective_at = :end ORDER BY t.id""")
                .param("tenant", tenant.value())
                .param("begin", Columns.time(begin))
                .param("end", Columns.time(end))
                .query((row, n) -> new Earned(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        new Money(row.getLong("amount_nanos"), row.getString("currency")),
                        row.getLong("committed")))
                .list();
    }

    /** The charge for an unused commitment, under its business key. */
    public record Shortfall(String key, Money amount) {}

    public List<Shortfall> shortfalls(TenantId tenant, YearMonth month) {
        return jdbc.sql("""
                SELECT b.key, t.currency, t.amount_nanos FROM ledger.transfer t JOIN ledger.booking b ON b.id = t.subject
                WHERE t.tenant_id = :tenant AND t.kind = 'commitment_shortfall'
                  AND t.effective_at >= :begin AND t.effective_at < :end ORDER BY t.id""")
                .param("tenant", tenant.value())
                .param("begin", Columns.time(month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC)))
                .param(
                        "end",
                        Columns.time(month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC)))
                .query((row, n) -> new Shortfall(
                        row.getString("key"), new Money(row.getLong("amount_nanos"), row.getString("currency"))))
                .list();
    }

    private record Accrued(TenantId tenant, Money amount) {}

    /**
     * All that the tenant accrued and was not earned by the end of the month, so that what is corrected after a month was
     * closed lessens the next. Once, however often a month is closed.
     */
    public void close(YearMonth month, TenantId tenant) {
        Instant end = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        for (Accrued accrued : accrued(tenant, end)) {
            if (accrued.amount().nanos() > EARNED_NANOS_MAX) {
                throw LedgerErrors.earnedTooMuch(accrued.amount());
            }
            book(accrued, month, end);
        }
    }

    /** Balances less what took effect after the end. */
    private List<Accrued> accrued(TenantId tenant, Instant end) {
        return jdbc.sql("""
                SELECT a.tenant_id, a.currency, b.nanos - coalesce(later.nanos, 0) AS nanos
                FROM ledger.account a JOIN ledger.balance b ON b.account_id = a.id
                LEFT JOIN (SELECT account_id, sum(nanos)::bigint AS nanos FROM (
                        SELECT credit_account AS account_id, amount_nanos AS nanos FROM ledger.transfer
                        WHERE tenant_id = :tenant AND effective_at > :end
                        UNION ALL
                        SELECT debit_account, -amount_nanos FROM ledger.transfer
                        WHERE tenant_id = :tenant AND effective_at > :end) AS side
                    GROUP BY account_id) AS later ON later.account_id = a.id
                WHERE a.tenant_id = :tenant AND a.kind = 'accrued' AND b.nanos - coalesce(later.nanos, 0) > 0
                ORDER BY a.id""")
                .param("tenant", tenant.value())
                .param("end", Columns.time(end))
                .query((row, n) -> new Accrued(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        new Money(row.getLong("nanos"), row.getString("currency"))))
                .list();
    }

    private void book(Accrued accrued, YearMonth month, Instant end) {
        String key = "earnings:" + accrued.tenant() + ":" + accrued.amount().currency() + ":" + month;
        if (!ledger.isBooked(key)) {
            ledger.book(Booking.of(
                    key,
                    "earnings",
                    accrued.tenant(),
                    end,
                    new Booking.Transfer(
                            Account.of(AccountKind.ACCRUED, accrued.tenant()),
                            Account.ofPlatform(AccountKind.EARNINGS),
                            accrued.amount())));
        }
    }
}
