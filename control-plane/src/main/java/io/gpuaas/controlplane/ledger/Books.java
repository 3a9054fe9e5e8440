package io.gpuaas.controlplane.ledger;

import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Sums all accounts. Reads one row per account, however much was ever booked. */
@Component
public class Books {

    private final JdbcClient jdbc;

    Books(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Of one currency, in nano-units. A sum that is beyond a long is shown as the largest.
     *
     * @param accrued charged and not earned yet
     * @param clearing on its way from or to payment providers
     * @param owed what tenants owe, as a positive number
     * @param inBalance whether all accounts come to zero
     */
    public record Sums(String currency, long accrued, long clearing, long owed, boolean inBalance) {}

    public List<Sums> sums() {
        return jdbc.sql("""
                SELECT currency, least(accrued, :max)::bigint AS accrued, least(clearing, :max)::bigint AS clearing,
                    least(owed, :max)::bigint AS owed, in_balance
                FROM (SELECT a.currency, coalesce(sum(b.nanos) FILTER (WHERE a.kind = 'accrued'), 0) AS accrued,
                        coalesce(sum(b.nanos) FILTER (WHERE a.kind = 'clearing'), 0) AS clearing,
                        coalesce(-sum(b.nanos) FILTER (WHERE a.kind = 'receivable'), 0) AS owed, sum(b.nanos) = 0 AS in_balance
                    FROM ledger.account a JOIN ledger.balance b ON b.account_id = a.id GROUP BY a.currency) AS sums
                ORDER BY currency""")
                .param("max", Long.MAX_VALUE)
                .query((row, n) -> new Sums(
                        row.getString("currency"),
                        row.getLong("accrued"),
                        row.getLong("clearing"),
                        row.getLong("owed"),
                        row.getBoolean("in_balance")))
                .list();
    }

    /** Tenants that were ever charged. */
    public List<TenantId> charged() {
        return jdbc.sql("SELECT DISTINCT tenant_id FROM ledger.account WHERE kind = 'accrued'")
                .query((row, n) -> new TenantId(row.getObject("tenant_id", UUID.class)))
                .list();
    }
}
