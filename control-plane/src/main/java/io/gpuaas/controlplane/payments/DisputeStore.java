package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class DisputeStore {

    private final JdbcClient jdbc;

    DisputeStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Dispute> find(String id) {
        return jdbc.sql("SELECT * FROM payments.dispute WHERE id = :id")
                .param("id", id)
                .query(DisputeStore::read)
                .optional();
    }

    void save(Dispute dispute) {
        jdbc.sql("""
                INSERT INTO payments.dispute (id, payment_id, tenant_id, currency, amount_nanos, state, opened_at, closed_at)
                VALUES (:id, :payment, :tenant, :currency, :nanos, :state, :opened, :closed)
                ON CONFLICT (id) DO UPDATE SET state = :state, closed_at = :closed""")
                .param("id", dispute.id())
                .param("payment", dispute.payment().value())
                .param("tenant", dispute.tenant().value())
                .param("currency", dispute.amount().currency())
                .param("nanos", dispute.amount().nanos())
                .param("state", dispute.state().wire())
                .param("opened", Columns.time(dispute.openedAt()))
                .param("closed", Columns.optionalTime(dispute.closedAt()), java.sql.Types.TIMESTAMP_WITH_TIMEZONE)
                .update();
    }

    /** Newest first. */
    List<Dispute> list(TenantId tenant, @Nullable String before, int limit) {
        return jdbc.sql("""
                SELECT * FROM payments.dispute d WHERE tenant_id = :tenant AND (:before::text IS NULL
                    OR (opened_at, id) < (SELECT opened_at, id FROM payments.dispute WHERE id = :before))
                ORDER BY opened_at DESC, id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, java.sql.Types.VARCHAR)
                .param("limit", limit)
                .query(DisputeStore::read)
                .list();
    }

    private static Dispute read(ResultSet row, int n) throws SQLException {
        Instant opened = Columns.instant(row, "opened_at");
        return new Dispute(
                row.getString("id"),
                new PaymentId(row.getObject("payment_id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new Money(row.getLong("amount_nanos"), row.getString("currency")),
                Dispute.State.fromWire(row.getString("state")),
                opened,
                Columns.optionalInstant(row, "closed_at"));
    }
}
