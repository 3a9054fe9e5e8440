package io.gpuaas.controlplane.billing.statements;

import io.gpuaas.api.Statement;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Statements are added, never changed. */
public @Component class StatementStore {

    private final JdbcClient jdbc;

    StatementStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The cost of one item in the month. */
    public record Line(
            @Nullable ProjectId project, @Nullable String sku, String description, long gpuSeconds, long nanos) {}

    /** Usage that apps reported in the month by project and measure, exactly. */
    List<Line> reported(TenantId tenant, String currency, Instant from, Instant to) {
        return jdbc.sql("""
                SELECT r.project_id, r.measure, m.unit, sum(r.quantity) AS quantity, sum(r.amount_nanos)::bigint AS nanos
                FROM billing.usage_record r JOIN billing.measure m ON m.name = r.measure
                WHERE r.tenant_id = :tenant AND r.starts_at >= :from AND r.starts_at < :to AND r.currency = :currency
                GROUP BY r.project_id, r.measure, m.unit HAVING sum(r.amount_nanos) <> 0 ORDER BY r.project_id, r.measure""")
                .param("tenant", tenant.value())
                .param("currency", currency)
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .query((row, n) -> new Line(
                        new ProjectId(row.getObject("project_id", UUID.class)),
                        null,
                        "Apps: " + row.getString("measure") + ", "
                                + row.getBigDecimal("quantity")
                                        .stripTrailingZeros()
                                        .toPlainString() + " "
                                + row.getString("unit"),
                        0,
                        row.getLong("nanos")))
                .list();
    }

    /** In which currencies anything was used or reported in a period. */
    List<String> currencies(TenantId tenant, Instant from, Instant to) {
        return jdbc.sql("""
                SELECT DISTINCT u.currency FROM billing.meter m
                JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                WHERE m.tenant_id = :tenant AND m.starts_at < :to AND u.starts_at >= :from AND u.starts_at < :to
                  AND u.currency IS NOT NULL
                UNION
                SELECT r.currency FROM billing.usage_record r
                WHERE r.tenant_id = :tenant AND r.starts_at >= :from AND r.starts_at < :to ORDER BY 1""")
                .param("tenant", tenant.value())
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .query((row, n) -> row.getString("currency"))
                .list();
    }

    /** Use of the month by project and SKU, exactly. */
    List<Line> use(TenantId tenant, String currency, Instant from, Instant to) {
        return jdbc.sql("""
                SELECT m.project_id, m.sku, sum(u.seconds::bigint * u.gpus)::bigint AS gpu_seconds,
                    sum(u.amount_nanos)::bigint AS nanos
                FROM billing.meter m JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                WHERE m.tenant_id = :tenant AND m.starts_at < :to AND u.starts_at >= :from AND u.starts_at < :to
                  AND u.currency = :currency
                GROUP BY m.project_id, m.sku HAVING sum(u.amount_nanos) <> 0 ORDER BY m.project_id, m.sku""")
                .param("tenant", tenant.value())
                .param("currency", currency)
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .query((row, n) -> new Line(
                        new ProjectId(row.getObject("project_id", UUID.class)),
                        row.getString("sku"),
                        "Use of " + row.getString("sku"),
                        row.getLong("gpu_seconds"),
                        row.getLong("nanos")))
                .list();
    }

    /** A statement without its lines. */
    public record Head(
            StatementId id,
            boolean isCreditNote,
            TenantId tenant,
            String month,
            Money total,
            long cents,
            @Nullable StatementId refers,
            @Nullable String reason,
            Instant closedAt) {

        /** The same statement as far as it is about something. */
        Head part(Money of, String about) {
            return new Head(id, isCreditNote, tenant, month, of, Statements.cents(of), refers, about, closedAt);
        }

        public Statement view() {
            return new Statement(
                    id,
                    isCreditNote ? "credit_note" : "statement",
                    month,
                    new io.gpuaas.api.Money(total.nanos(), total.currency()),
                    cents,
                    closedAt,
                    refers,
                    reason);
        }
    }

    boolean isClosed(TenantId tenant, String month, String currency) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM billing.statement
                    WHERE tenant_id = :tenant AND month = :month AND currency = :currency AND kind = 'statement')""")
                .param("tenant", tenant.value())
                .param("month", month)
                .param("currency", currency)
                .query(Boolean.class)
                .single();
    }

    void add(Head head, List<Line> lines) {
        jdbc.sql("""
                INSERT INTO billing.statement (id, kind, tenant_id, month, currency, total_nanos, total_cents, refers, reason, closed_at)
                VALUES (:id, :kind, :tenant, :month, :currency, :nanos, :cents, :refers, :reason, :at)""")
                .param("id", head.id().value())
                .param("kind", head.isCreditNote() ? "credit_note" : "statement")
                .param("tenant", head.tenant().value())
                .param("month", head.month())
                .param("currency", head.total().currency())
                .param("nanos", head.total().nanos())
                .param("cents", head.cents())
                .param("refers", head.refers() == null ? null : head.refers().value(), Types.OTHER)
                .param("reason", head.reason(), Types.VARCHAR)
                .param("at", Columns.time(head.closedAt()))
                .update();
        for (int i = 0; i < lines.size(); i++) {
            add(head.id(), i + 1, lines.get(i));
        }
    }

    private void add(StatementId statement, int number, Line line) {
        jdbc.sql("""
                INSERT INTO billing.statement_line (statement_id, number, project_id, sku, description, gpu_seconds, amount_nanos)
                VALUES (:statement, :number, :project, :sku, :description, :seconds, :nanos)""")
                .param("statement", statement.value())
                .param("number", number)
                .param("project", line.project() == null ? null : line.project().value(), Types.OTHER)
                .param("sku", line.sku(), Types.VARCHAR)
                .param("description", line.description())
                .param("seconds", line.gpuSeconds())
                .param("nanos", line.nanos())
                .update();
    }

    /** Newest first. */
    public List<Head> list(TenantId tenant, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM billing.statement WHERE tenant_id = :tenant AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(StatementStore::head)
                .list();
    }

    Optional<Head> find(TenantId tenant, StatementId id) {
        return jdbc.sql("SELECT * FROM billing.statement WHERE id = :id AND tenant_id = :tenant")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .query(StatementStore::head)
                .optional();
    }

    public List<Line> lines(StatementId id) {
        return jdbc.sql("SELECT * FROM billing.statement_line WHERE statement_id = :id ORDER BY number")
                .param("id", id.value())
                .query((row, n) -> {
                    UUID project = row.getObject("project_id", UUID.class);
                    return new Line(
                            project == null ? null : new ProjectId(project),
                            row.getString("sku"),
                            row.getString("description"),
                            row.getLong("gpu_seconds"),
                            row.getLong("amount_nanos"));
                })
                .list();
    }

    /** The amount that credit notes gave back. Serializes credit notes of the statement until the transaction ends. */
    long lockNoted(StatementId id) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtext('billing.statement:' || :id))")
                .param("id", id.toString())
                .query(row -> {});
        return jdbc.sql("SELECT coalesce(-sum(total_nanos), 0)::bigint FROM billing.statement WHERE refers = :id")
                .param("id", id.value())
                .query(Long.class)
                .single();
    }

    private static Head head(ResultSet row, int n) throws SQLException {
        UUID refers = row.getObject("refers", UUID.class);
        return new Head(
                new StatementId(row.getObject("id", UUID.class)),
                row.getString("kind").equals("credit_note"),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getString("month"),
                new Money(row.getLong("total_nanos"), row.getString("currency")),
                row.getLong("total_cents"),
                refers == null ? null : new StatementId(refers),
                row.getString("reason"),
                Columns.instant(row, "closed_at"));
    }
}
