package io.gpuaas.controlplane.billing;

import io.gpuaas.api.CostGroup;
import io.gpuaas.api.CostLine;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Use and its cost, added up exactly. */
@Component
class CostStore {

    static final int LINES_MAX = 1_000;

    private static final String NO_SECOND = "NULL::text";

    private final JdbcClient jdbc;

    CostStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Absent parts do not matter. */
    record Filter(
            @Nullable ProjectId project,
            @Nullable String sku,
            @Nullable String user,
            @Nullable String labelKey,
            @Nullable String labelValue,
            @Nullable AllocationId allocation) {

        static Filter of(
                CostGroup group,
                @Nullable ProjectId project,
                @Nullable String sku,
                @Nullable String user,
                @Nullable String label,
                @Nullable AllocationId allocation) {
            if (label == null) {
                if (group == CostGroup.LABEL) {
                    throw ProblemException.invalid("label", "is required to group by label");
                }
                return new Filter(project, sku, user, null, null, allocation);
            }
            int sign = label.indexOf('=');
            return sign < 0
                    ? new Filter(project, sku, user, label, null, allocation)
                    : new Filter(project, sku, user, label.substring(0, sign), label.substring(sign + 1), allocation);
        }
    }

    /** The subject of each line: one thing, or a pair. */
    record Groups(CostGroup first, @Nullable CostGroup second) {}

    /** The first lines; one more than {@link #LINES_MAX} when some are left out. */
    List<CostLine> costs(TenantId tenant, Groups groups, Instant from, Instant to, Filter filter) {
        return jdbc.sql("""
                SELECT label, second, sum(gpu_seconds)::bigint AS gpu_seconds, currency, sum(nanos)::bigint AS nanos
                FROM (SELECT %s AS label, %s AS second, sum(u.seconds::bigint * u.gpus) AS gpu_seconds, u.currency, sum(u.amount_nanos) AS nanos
                      FROM billing.meter m
                      JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                      WHERE m.tenant_id = :tenant AND m.starts_at < :to AND u.starts_at >= :from AND u.starts_at < :to
                        AND u.currency IS NOT NULL
                        AND (:project::uuid IS NULL OR m.project_id = :project) AND (:sku::text IS NULL OR m.sku = :sku)
                        AND (:user::text IS NULL OR m.created_by = :user)
                        AND (:labelValue::text IS NULL OR m.labels ->> :labelKey = :labelValue) %s
                      GROUP BY 1, 2, 4
                      UNION ALL
                      SELECT %s, %s, 0, r.currency, sum(r.amount_nanos)
                      FROM billing.usage_record r
                      WHERE r.tenant_id = :tenant AND r.starts_at >= :from AND r.starts_at < :to
                        AND (:project::uuid IS NULL OR r.project_id = :project) AND (:sku::text IS NULL OR r.measure = :sku)
                        AND (:user::text IS NULL OR r.reported_by = :user) AND :labelValue::text IS NULL
                        AND :allocation::uuid IS NULL
                      GROUP BY 1, 2, 4) AS part
                GROUP BY 1, 2, 4 ORDER BY 1, 2, 4 LIMIT :limit""".formatted(
                                ofAllocations(groups.first()),
                                groups.second() == null ? NO_SECOND : ofAllocations(groups.second()),
                                onlyOf(filter.allocation()),
                                ofApps(groups.first()),
                                groups.second() == null ? NO_SECOND : ofApps(groups.second())))
                .param("tenant", tenant.value())
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .param(
                        "project",
                        filter.project() == null ? null : filter.project().value(),
                        Types.OTHER)
                .param("sku", filter.sku(), Types.VARCHAR)
                .param("user", filter.user(), Types.VARCHAR)
                .param("labelKey", filter.labelKey(), Types.VARCHAR)
                .param("labelValue", filter.labelValue(), Types.VARCHAR)
                .param(
                        "allocation",
                        filter.allocation() == null ? null : filter.allocation().value(),
                        Types.OTHER)
                .param("limit", LINES_MAX + 1)
                .query((row, n) -> new CostLine(
                        row.getString("label"),
                        row.getString("second"),
                        row.getLong("gpu_seconds"),
                        row.getString("currency"),
                        row.getLong("nanos")))
                .list();
    }

    /** Said of both tables and only when it is asked for, so that each is looked up by its index. */
    private static String onlyOf(@Nullable AllocationId allocation) {
        return allocation == null ? "" : "AND m.allocation_id = :allocation AND u.allocation_id = :allocation";
    }

    private static String ofAllocations(CostGroup group) {
        return switch (group) {
            case DAY -> "to_char(u.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')";
            case PROJECT -> "m.project_id::text";
            case SKU -> "m.sku";
            case ALLOCATION -> "u.allocation_id::text";
            case USER -> "m.created_by";
            case LABEL -> "coalesce(m.labels ->> :labelKey, '')";
            case APP -> "''";
        };
    }

    /** Usage reported by apps belongs to no allocation and has no labels; its measure takes the place of the SKU. */
    private static String ofApps(CostGroup group) {
        return switch (group) {
            case DAY -> "to_char(r.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')";
            case PROJECT -> "r.project_id::text";
            case SKU -> "r.measure";
            case USER -> "r.reported_by";
            case APP -> "r.app_instance";
            case ALLOCATION, LABEL -> "''";
        };
    }
}
