package io.gpuaas.controlplane.payments;

import io.gpuaas.api.PaymentState;
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
class PaymentStore {

    private final JdbcClient jdbc;

    PaymentStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    PaymentRecord add(PaymentId id, TenantId tenant, Money amount, String provider, String by, Instant now) {
        return jdbc.sql("""
                INSERT INTO payments.payment (id, tenant_id, currency, amount_nanos, provider, state, requested_by, requested_at)
                VALUES (:id, :tenant, :currency, :nanos, :provider, 'pending', :by, :now) RETURNING *""")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .param("currency", amount.currency())
                .param("nanos", amount.nanos())
                .param("provider", provider)
                .param("by", by)
                .param("now", Columns.time(now))
                .query(PaymentStore::read)
                .single();
    }

    /** Until the transaction ends, nobody else changes it. */
    Optional<PaymentRecord> lock(PaymentId id) {
        return jdbc.sql("SELECT * FROM payments.payment WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(PaymentStore::read)
                .optional();
    }

    PaymentRecord paid(PaymentId id, String reference, Instant at) {
        return jdbc.sql("""
                UPDATE payments.payment SET state = 'paid', reference = :reference, paid_at = :at WHERE id = :id
                RETURNING *""")
                .param("id", id.value())
                .param("reference", reference)
                .param("at", Columns.time(at))
                .query(PaymentStore::read)
                .single();
    }

    /** The database refuses more than was paid. */
    PaymentRecord refunded(PaymentId id, long nanos) {
        return jdbc.sql("""
                UPDATE payments.payment SET refunded_nanos = refunded_nanos + :nanos WHERE id = :id RETURNING *""")
                .param("id", id.value())
                .param("nanos", nanos)
                .query(PaymentStore::read)
                .single();
    }

    List<PaymentRecord> list(TenantId tenant, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM payments.payment WHERE tenant_id = :tenant AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, java.sql.Types.OTHER)
                .param("limit", limit)
                .query(PaymentStore::read)
                .list();
    }

    private static PaymentRecord read(ResultSet row, int n) throws SQLException {
        return new PaymentRecord(
                new PaymentId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new Money(row.getLong("amount_nanos"), row.getString("currency")),
                row.getLong("refunded_nanos"),
                row.getString("provider"),
                row.getString("reference"),
                PaymentState.fromWire(row.getString("state")),
                Columns.instant(row, "requested_at"),
                Columns.optionalInstant(row, "paid_at"));
    }
}
