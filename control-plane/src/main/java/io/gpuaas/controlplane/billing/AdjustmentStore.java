package io.gpuaas.controlplane.billing;

import io.gpuaas.api.AdjustmentKind;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.Money;
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

@Component
class AdjustmentStore {

    private final JdbcClient jdbc;

    AdjustmentStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One at a time for each tenant: what is still possible is decided by what was booked before. */
    void waitForOthers(TenantId tenant) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('billing.adjustment:' || :tenant, 0))")
                .param("tenant", tenant.toString())
                .query(row -> {});
    }

    void add(AdjustmentRecord wish) {
        jdbc.sql("""
                INSERT INTO billing.adjustment (id, tenant_id, kind, currency, amount_nanos, reason, statement_id, state,
                    requested_by, requested_at)
                VALUES (:id, :tenant, :kind, :currency, :nanos, :reason, :statement, :state, :by, :at)""")
                .param("id", wish.id().value())
                .param("tenant", wish.tenant().value())
                .param("kind", wish.kind().wire())
                .param("currency", wish.amount().currency())
                .param("nanos", wish.amount().nanos())
                .param("reason", wish.reason())
                .param(
                        "statement",
                        wish.statement() == null ? null : wish.statement().value(),
                        Types.OTHER)
                .param("state", wish.state())
                .param("by", wish.requestedBy())
                .param("at", Columns.time(wish.requestedAt()))
                .update();
    }

    /** Locks the adjustment until the transaction ends. */
    Optional<AdjustmentRecord> lock(TenantId tenant, AdjustmentId id) {
        return jdbc.sql("SELECT * FROM billing.adjustment WHERE id = :id AND tenant_id = :tenant FOR UPDATE")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .query(AdjustmentStore::read)
                .optional();
    }

    AdjustmentRecord decide(AdjustmentId id, String state, String by, Instant at) {
        return jdbc.sql("""
                UPDATE billing.adjustment SET state = :state, decided_by = :by, decided_at = :at WHERE id = :id RETURNING *""")
                .param("id", id.value())
                .param("state", state)
                .param("by", by)
                .param("at", Columns.time(at))
                .query(AdjustmentStore::read)
                .single();
    }

    /** Newest first. */
    List<AdjustmentRecord> list(TenantId tenant, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM billing.adjustment WHERE tenant_id = :tenant AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(AdjustmentStore::read)
                .list();
    }

    /** Of all tenants, oldest first. */
    List<AdjustmentRecord> listPending(@Nullable UUID after, int limit) {
        return jdbc.sql("""
                SELECT * FROM billing.adjustment WHERE state = 'pending' AND (:after::uuid IS NULL OR id > :after)
                ORDER BY id LIMIT :limit""")
                .param("after", after, Types.OTHER)
                .param("limit", limit)
                .query(AdjustmentStore::read)
                .list();
    }

    int countPending() {
        return jdbc.sql("SELECT count(*) FROM billing.adjustment WHERE state = 'pending'")
                .query(Integer.class)
                .single();
    }

    private static AdjustmentRecord read(ResultSet row, int n) throws SQLException {
        UUID statement = row.getObject("statement_id", UUID.class);
        return new AdjustmentRecord(
                new AdjustmentId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                AdjustmentKind.fromWire(row.getString("kind")),
                new Money(row.getLong("amount_nanos"), row.getString("currency")),
                row.getString("reason"),
                statement == null ? null : new StatementId(statement),
                row.getString("state"),
                row.getString("requested_by"),
                Columns.instant(row, "requested_at"),
                row.getString("decided_by"),
                Columns.optionalInstant(row, "decided_at"));
    }
}
