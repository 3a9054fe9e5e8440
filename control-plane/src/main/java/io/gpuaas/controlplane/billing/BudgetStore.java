package io.gpuaas.controlplane.billing;

import io.gpuaas.api.BudgetAction;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class BudgetStore {

    private final JdbcClient jdbc;

    BudgetStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Row(
            ProjectId project,
            TenantId tenant,
            Money monthly,
            BudgetAction action,
            String alertedMonth,
            int alertedPercent,
            Instant setAt) {}

    /**
     * From now on the statements that charge add up what the project costs; what it cost before in this month is added up
     * here. The shard and reports of use are held meanwhile, so that no window is counted by both or by none.
     */
    void set(Row row, YearMonth month, String by) {
        jdbc.sql("""
                SELECT number FROM billing.shard
                WHERE number = abs(hashtext(:tenant::text)::bigint) % :shards FOR UPDATE""")
                .param("tenant", row.tenant().value())
                .param("shards", MeterStore.SHARDS)
                .query(Integer.class)
                .single();
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('billing.budget:' || :project, 0))")
                .param("project", row.project().toString())
                .query(none -> {});
        jdbc.sql("""
                INSERT INTO billing.budget (project_id, tenant_id, currency, monthly_nanos, action, set_by, set_at)
                VALUES (:project, :tenant, :currency, :nanos, :action, :by, :now)
                ON CONFLICT (project_id) DO UPDATE SET currency = :currency, monthly_nanos = :nanos, action = :action,
                    alerted_month = '', alerted_percent = 0, set_by = :by, set_at = :now""")
                .param("project", row.project().value())
                .param("tenant", row.tenant().value())
                .param("currency", row.monthly().currency())
                .param("nanos", row.monthly().nanos())
                .param("action", row.action().wire())
                .param("by", by)
                .param("now", Columns.time(row.setAt()))
                .update();
        Instant begins = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        jdbc.sql("""
                INSERT INTO billing.project_spend (project_id, month, currency, nanos)
                SELECT project_id, :month, currency, sum(amount_nanos)::bigint
                FROM (SELECT m.project_id, u.currency, u.amount_nanos FROM billing.meter m
                      JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                      WHERE m.tenant_id = :tenant AND m.project_id = :project AND u.starts_at >= :begins
                        AND u.currency IS NOT NULL
                      UNION ALL
                      SELECT project_id, currency, amount_nanos FROM billing.usage_record
                      WHERE tenant_id = :tenant AND project_id = :project AND starts_at >= :begins) AS used
                GROUP BY project_id, currency
                ON CONFLICT (project_id, month, currency) DO UPDATE SET nanos = excluded.nanos""")
                .param("month", month.toString())
                .param("tenant", row.tenant().value())
                .param("project", row.project().value())
                .param("begins", Columns.time(begins))
                .update();
    }

    List<Row> list(TenantId tenant, @Nullable UUID after, int limit) {
        return jdbc.sql("""
                SELECT * FROM billing.budget WHERE tenant_id = :tenant AND (:after::uuid IS NULL OR project_id > :after)
                ORDER BY project_id LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("after", after, java.sql.Types.OTHER)
                .param("limit", limit)
                .query(BudgetStore::row)
                .list();
    }

    Optional<Row> find(ProjectId project) {
        return read(project, "");
    }

    Optional<Row> lock(ProjectId project) {
        return read(project, " FOR UPDATE");
    }

    private Optional<Row> read(ProjectId project, String lock) {
        return jdbc.sql("SELECT * FROM billing.budget WHERE project_id = :project" + lock)
                .param("project", project.value())
                .query(BudgetStore::row)
                .optional();
    }

    void remove(ProjectId project) {
        jdbc.sql("DELETE FROM billing.budget WHERE project_id = :project")
                .param("project", project.value())
                .update();
    }

    long spent(Row row, YearMonth month) {
        return jdbc.sql("""
                SELECT nanos FROM billing.project_spend
                WHERE project_id = :project AND month = :month AND currency = :currency""")
                .param("project", row.project().value())
                .param("month", month.toString())
                .param("currency", row.monthly().currency())
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /** Projects that reached so many percent in the month. */
    List<ProjectId> worthALook(YearMonth month, int percent) {
        return jdbc.sql("""
                SELECT b.project_id FROM billing.budget b
                JOIN billing.project_spend s ON s.project_id = b.project_id AND s.currency = b.currency AND s.month = :month
                WHERE s.nanos >= b.monthly_nanos::numeric * :percent / 100""")
                .param("month", month.toString())
                .param("percent", percent)
                .query((row, n) -> new ProjectId(row.getObject(1, UUID.class)))
                .list();
    }

    void alerted(ProjectId project, YearMonth month, int percent) {
        jdbc.sql("""
                UPDATE billing.budget SET alerted_month = :month, alerted_percent = :percent WHERE project_id = :project""")
                .param("project", project.value())
                .param("month", month.toString())
                .param("percent", percent)
                .update();
    }

    private static Row row(ResultSet row, int n) throws SQLException {
        return new Row(
                new ProjectId(row.getObject("project_id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new Money(row.getLong("monthly_nanos"), row.getString("currency")),
                BudgetAction.fromWire(row.getString("action")),
                row.getString("alerted_month"),
                row.getInt("alerted_percent"),
                Columns.instant(row, "set_at"));
    }
}
