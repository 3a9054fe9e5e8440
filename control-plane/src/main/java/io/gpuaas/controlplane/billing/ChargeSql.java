package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Charges everything a shard used up to an instant: usage rows, ledger transfers, balances, holds, promotions, the state
 * of meters and how far the shard is billed, all in one statement, so that a process killed at any moment did all of it
 * or nothing. A window that is there already is a broken invariant and stops the shard: nothing is charged twice.
 */
@Component
class ChargeSql {

    /**
     * Without commitments, nothing is sorted. Computing whole hours and the rest separately, integers give the exact
     * result.
     */
    private static final String RATED = """
            rated AS (
                SELECT *, 0::bigint AS committed, 0 AS discount,
                    coalesce(gpu_hour_nanos / 3600 * (gpus * (to_second - from_second))
                        + gpu_hour_nanos % 3600 * (gpus * (to_second - from_second)) / 3600, 0) AS amount
                FROM segment),""";

    /**
     * With commitments, a number of GPU-seconds of a window is cheaper. They are assigned by allocation and time, after
     * those that earlier statements assigned in the same window, so that the same usage always costs the same.
     */
    private static final String RATED_WITH_COMMITMENTS = """
            given AS MATERIALIZED (
                SELECT s.*, c.discount_percent, greatest(0, c.gpus::bigint * :window - CASE WHEN s.window_begins < s.billed THEN coalesce((
                        SELECT sum(u.committed_gpu_seconds) FROM billing.meter m
                        JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                        WHERE m.tenant_id = s.tenant_id AND m.sku = s.sku AND u.starts_at >= to_timestamp(s.window_begins)
                          AND u.starts_at < to_timestamp(s.window_begins + :window)), 0) ELSE 0 END
                    - coalesce(sum(s.gpus::bigint * (s.to_second - s.from_second)) OVER (
                        PARTITION BY c.id, s.window_begins ORDER BY s.allocation_id, s.from_second
                        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS room
                FROM segment s
                LEFT JOIN billing.commitment c ON c.tenant_id = s.tenant_id AND c.sku = s.sku
                    AND c.starts_at <= to_timestamp(s.window_begins) AND c.ends_at > to_timestamp(s.window_begins)),
            shared AS (
                SELECT *, coalesce(least(room, gpus::bigint * (to_second - from_second)), 0)::bigint AS committed,
                    coalesce(discount_percent, 0) AS discount
                FROM given),
            rated AS (
                SELECT *, coalesce(div(gpu_hour_nanos::numeric
                    * (gpus::bigint * (to_second - from_second) * 100 - committed * discount), 360000)::bigint, 0) AS amount
                FROM shared),""";

    private static final String SQL = """
            WITH shard AS (/* shard */),
            price AS (
                SELECT * FROM unnest(:skus::text[], :tenants::uuid[], :prices::uuid[], :nanos::bigint[], :currencies::text[],
                                     :begins::bigint[], :ends::bigint[])
                    AS p (sku, holder, price_id, gpu_hour_nanos, currency, begins, ends)),
            own AS (SELECT DISTINCT sku, holder FROM price WHERE holder <> :everybody),
            due AS MATERIALIZED (
                SELECT m.id, m.allocation_id, m.tenant_id, m.project_id, m.sku, m.gpus, date_part('epoch', s.billed_until)::bigint AS billed,
                    coalesce(o.holder, :everybody) AS holder,
                    date_part('epoch', CASE WHEN m.state = 'new' THEN m.starts_at ELSE s.billed_until END)::bigint AS begins,
                    date_part('epoch', least(m.ends_at, :until))::bigint AS ends
                FROM shard s JOIN billing.meter m ON m.shard = s.number AND m.state <> 'closed' /* whose */
                LEFT JOIN own o ON o.sku = m.sku AND o.holder = m.tenant_id),
            slot AS MATERIALIZED (
                SELECT generate_series((SELECT min(begins) FROM due WHERE begins < ends) / :window * :window,
                    (SELECT max(ends) FROM due) - 1, :window) AS begins),
            segment AS (
                SELECT d.*, p.price_id, p.gpu_hour_nanos, p.currency, w.begins AS window_begins,
                    greatest(d.begins, w.begins, p.begins) AS from_second,
                    least(d.ends, w.begins + :window, p.ends) AS to_second
                FROM due d JOIN slot w ON w.begins < d.ends AND w.begins + :window > d.begins
                LEFT JOIN price p ON p.sku = d.sku AND p.holder = d.holder
                    AND p.begins < least(d.ends, w.begins + :window) AND p.ends > greatest(d.begins, w.begins)
                WHERE d.begins < d.ends),
            /* rated */
            used AS (
                INSERT INTO billing.usage (allocation_id, starts_at, ends_at, kind, meter_id, tenant_id, gpus, seconds,
                    price_id, gpu_hour_nanos, currency, amount_nanos, transfer_id, committed_gpu_seconds, discount_percent)
                SELECT allocation_id, to_timestamp(from_second), to_timestamp(to_second), 'usage', id, tenant_id, gpus,
                    to_second - from_second, price_id, gpu_hour_nanos, currency, amount,
                    CASE WHEN amount > 0 THEN nextval('ledger.transfer_id') END, committed, discount
                FROM rated
                RETURNING allocation_id, tenant_id, currency, amount_nanos, ends_at, transfer_id, NULL::bigint AS reverses,
                    meter_id, starts_at),
            too_much AS (
                SELECT u.*, greatest(u.starts_at, m.ends_at) AS from_time,
                    u.amount_nanos - coalesce(div(u.gpu_hour_nanos::numeric * (kept.gpu_seconds * 100
                        - least(u.committed_gpu_seconds, kept.gpu_seconds) * u.discount_percent), 360000)::bigint, 0) AS amount,
                    u.committed_gpu_seconds - least(u.committed_gpu_seconds, kept.gpu_seconds) AS uncommitted
                FROM shard s
                JOIN billing.meter m ON m.shard = s.number AND m.state <> 'closed' AND m.ends_at IS NOT NULL
                    AND m.state = 'running' AND m.ends_at < s.billed_until /* whose */
                JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id AND u.kind = 'usage'
                    AND u.ends_at > m.ends_at AND u.starts_at >= m.ends_at - interval '1 hour'
                CROSS JOIN LATERAL (SELECT u.gpus * greatest(0, extract(epoch FROM m.ends_at - u.starts_at)::bigint) AS gpu_seconds) AS kept),
            taken_back AS (
                INSERT INTO billing.usage (allocation_id, starts_at, ends_at, kind, meter_id, tenant_id, gpus, seconds,
                    price_id, gpu_hour_nanos, currency, amount_nanos, transfer_id, committed_gpu_seconds, discount_percent)
                SELECT allocation_id, from_time, ends_at, 'correction', meter_id, tenant_id, gpus,
                    -extract(epoch FROM ends_at - from_time)::integer, price_id, gpu_hour_nanos, currency, -amount,
                    CASE WHEN amount > 0 THEN nextval('ledger.transfer_id') END, -uncommitted, discount_percent
                FROM too_much
                RETURNING allocation_id, tenant_id, currency, amount_nanos, ends_at, transfer_id, meter_id, starts_at),
            spent AS (
                INSERT INTO billing.project_spend AS s (project_id, month, currency, nanos)
                SELECT b.project_id, to_char(u.starts_at AT TIME ZONE 'UTC', 'YYYY-MM'), u.currency, sum(u.amount_nanos)::bigint
                FROM billing.budget b JOIN due d ON d.project_id = b.project_id
                JOIN (SELECT meter_id, starts_at, currency, amount_nanos FROM used
                      UNION ALL SELECT meter_id, starts_at, currency, amount_nanos FROM taken_back) AS u ON u.meter_id = d.id
                WHERE u.currency IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
                ON CONFLICT (project_id, month, currency) DO UPDATE SET nanos = s.nanos + excluded.nanos),
            charged AS (
                SELECT count(*) AS rows, ledger.charge(array_agg(transfer_id), array_agg(allocation_id), array_agg(tenant_id),
                    array_agg(currency), array_agg(amount_nanos), array_agg(ends_at), array_agg(reverses), :now) AS transfers
                FROM (SELECT allocation_id, tenant_id, currency, amount_nanos, ends_at, transfer_id, reverses FROM used
                      UNION ALL
                      SELECT t.allocation_id, t.tenant_id, t.currency, t.amount_nanos, t.ends_at, t.transfer_id, m.transfer_id
                      FROM taken_back t JOIN too_much m ON m.meter_id = t.meter_id AND m.ends_at = t.ends_at) AS charge
                WHERE transfer_id IS NOT NULL),
            begun AS (
                UPDATE billing.meter m SET state = CASE WHEN ends_at <= :until THEN 'closed' ELSE 'running' END
                WHERE shard = :shard AND state = 'new' AND starts_at < :until /* whose */),
            over AS (
                UPDATE billing.meter m SET state = 'closed'
                WHERE shard = :shard AND state <> 'closed' AND ends_at IS NOT NULL AND state = 'running' AND ends_at <= :until
                    /* whose */),
            moved AS (/* moved */)
            SELECT (SELECT count(*) FROM used) AS used, (SELECT count(*) FROM taken_back) AS taken_back, transfers FROM charged""";

    /**
     * Selects the usage to charge: that of a shard except for left-out tenants, or that of one of these, which is
     * charged as far as billing.left_out says.
     */
    record Whose(
            int shard, List<TenantId> without, @Nullable TenantId only) {

        static Whose shard(int shard, List<TenantId> without) {
            return new Whose(shard, without, null);
        }

        static Whose tenant(int shard, TenantId tenant) {
            return new Whose(shard, List.of(), tenant);
        }

        private String in(String sql) {
            if (only != null) {
                return sql.replace(
                                "/* shard */",
                                "SELECT shard AS number, billed_until FROM billing.left_out WHERE tenant_id = :only")
                        .replace("/* whose */", "AND m.tenant_id = :only")
                        .replace(
                                "/* moved */",
                                "UPDATE billing.left_out SET billed_until = :until WHERE tenant_id = :only");
            }
            return sql.replace("/* shard */", "SELECT number, billed_until FROM billing.shard WHERE number = :shard")
                    .replace("/* whose */", without.isEmpty() ? "" : "AND m.tenant_id <> ALL (:without)")
                    .replace("/* moved */", "UPDATE billing.shard SET billed_until = :until WHERE number = :shard");
        }
    }

    private final JdbcClient jdbc;

    ChargeSql(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** How many rows of use were added, taken back, and booked. */
    record Charged(long used, long takenBack, long transfers) {

        static final Charged NOTHING = new Charged(0, 0, 0);

        Charged plus(Charged other) {
            return new Charged(used + other.used, takenBack + other.takenBack, transfers + other.transfers);
        }
    }

    /** The caller holds the shard. */
    Charged run(Whose whose, Instant until, long windowSeconds, PriceTable prices, boolean commitments, Instant now) {
        // How many windows a meter has cannot be foreseen; the planner expects the worst and would compile for it.
        jdbc.sql("SELECT set_config('jit', 'off', true)").query(String.class).single();
        String sql = whose.in(SQL.replace("/* rated */", commitments ? RATED_WITH_COMMITMENTS : RATED));
        TenantId only = whose.only();
        return prices.bind(jdbc.sql(sql))
                .param("shard", whose.shard())
                .param("without", whose.without().stream().map(TenantId::value).toArray(UUID[]::new))
                .param("only", only == null ? null : only.value(), Types.OTHER)
                .param("until", Columns.time(until))
                .param("window", windowSeconds)
                .param("now", Columns.time(now))
                .query((row, n) ->
                        new Charged(row.getLong("used"), row.getLong("taken_back"), row.getLong("transfers")))
                .single();
    }
}
