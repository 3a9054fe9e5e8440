package io.gpuaas.controlplane.billing;

import io.gpuaas.api.CostGroup;
import io.gpuaas.api.CostLine;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Use and its cost, added up exactly. */
@Component
class CostStore {

    static final int LINES_MAX = 1_000;

    private final JdbcClient jdbc;

    CostStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<CostLine> costs(TenantId tenant, CostGroup group, Instant from, Instant to) {
        return jdbc.sql("""
                SELECT %s AS label, sum(u.seconds::bigint * u.gpus)::bigint AS gpu_seconds, u.currency,
                    sum(u.amount_nanos)::bigint AS nanos
                FROM billing.meter m
                JOIN billing.usage u ON u.allocation_id = m.allocation_id AND u.meter_id = m.id
                WHERE m.tenant_id = :tenant AND m.starts_at < :to AND u.starts_at >= :from AND u.starts_at < :to AND u.currency IS NOT NULL
                GROUP BY 1, 3 ORDER BY 1, 3 LIMIT :limit""".formatted(expression(group)))
                .param("tenant", tenant.value())
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .param("limit", LINES_MAX)
                .query((row, n) -> new CostLine(
                        row.getString("label"),
                        row.getLong("gpu_seconds"),
                        row.getString("currency"),
                        row.getLong("nanos")))
                .list();
    }

    private static String expression(CostGroup group) {
        return switch (group) {
            case DAY -> "to_char(u.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')";
            case PROJECT -> "m.project_id::text";
            case SKU -> "m.sku";
            case ALLOCATION -> "u.allocation_id::text";
            case USER -> "m.created_by";
        };
    }
}
