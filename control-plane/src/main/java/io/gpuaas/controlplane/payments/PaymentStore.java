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

    /** A payment before it has an id. */
    record Wanted(TenantId tenant, Money amount, String provider, boolean isAutomatic, boolean savesMethod) {}

    /** Empty when an automatic one of the tenant is under way already. */
    Optional<PaymentRecord> add(PaymentId id, Wanted wanted, String by, Instant now) {
        return jdbc.sql("""
                INSERT INTO payments.payment (id, tenant_id, currency, amount_nanos, provider, state, requested_by,
                    requested_at, kind, save_method)
                VALUES (:id, :tenant, :currency, :nanos, :provider, 'pending', :by, :now, :kind, :save)
                ON CONFLICT (tenant_id) WHERE kind = 'auto_top_up' AND state = 'pending' DO NOTHING RETURNING *""")
                .param("id", id.value())
                .param("tenant", wanted.tenant().value())
                .param("currency", wanted.amount().currency())
                .param("nanos", wanted.amount().nanos())
                .param("provider", wanted.provider())
                .param("by", by)
                .param("now", Columns.time(now))
                .param("kind", wanted.isAutomatic() ? "auto_top_up" : "checkout")
                .param("save", wanted.savesMethod())
                .query(PaymentStore::read)
                .optional();
    }

    Optional<PaymentRecord> find(PaymentId id) {
        return jdbc.sql("SELECT * FROM payments.payment WHERE id = :id")
                .param("id", id.value())
                .query(PaymentStore::read)
                .optional();
    }

    Optional<PaymentRecord> findByReference(String provider, String reference) {
        return jdbc.sql("SELECT * FROM payments.payment WHERE provider = :provider AND reference = :reference")
                .param("provider", provider)
                .param("reference", reference)
                .query(PaymentStore::read)
                .optional();
    }

    Optional<PaymentRecord> findByCheckout(String checkout) {
        return jdbc.sql("SELECT * FROM payments.payment WHERE checkout_reference = :checkout")
                .param("checkout", checkout)
                .query(PaymentStore::read)
                .optional();
    }

    void opened(PaymentId id, String checkout, String url) {
        jdbc.sql("""
                UPDATE payments.payment SET checkout_reference = :checkout, checkout_url = :url
                WHERE id = :id AND checkout_reference IS NULL""")
                .param("id", id.value())
                .param("checkout", checkout)
                .param("url", url)
                .update();
    }

    /** Known to the provider, not decided yet. */
    void referred(PaymentId id, String reference) {
        jdbc.sql("UPDATE payments.payment SET reference = :reference WHERE id = :id AND reference IS NULL")
                .param("id", id.value())
                .param("reference", reference)
                .update();
    }

    PaymentRecord failed(PaymentId id, String why) {
        return jdbc.sql("UPDATE payments.payment SET state = 'failed', failure = :why WHERE id = :id RETURNING *")
                .param("id", id.value())
                .param("why", why)
                .query(PaymentStore::read)
                .single();
    }

    /** Locks the payment until the transaction ends. */
    Optional<PaymentRecord> lock(PaymentId id) {
        return jdbc.sql("SELECT * FROM payments.payment WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(PaymentStore::read)
                .optional();
    }

    PaymentRecord paid(PaymentId id, String reference, Instant at) {
        return jdbc.sql("""
                UPDATE payments.payment SET state = 'paid', reference = :reference, paid_at = :at, failure = NULL WHERE id = :id
                RETURNING *""")
                .param("id", id.value())
                .param("reference", reference)
                .param("at", Columns.time(at))
                .query(PaymentStore::read)
                .single();
    }

    /** Below zero: what could not be given back after all. The database refuses more than was paid. */
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
                new PaymentRecord.Provider(
                        row.getString("provider"),
                        row.getString("reference"),
                        row.getString("checkout_reference"),
                        row.getString("checkout_url")),
                PaymentState.fromWire(row.getString("state")),
                row.getString("failure"),
                new PaymentRecord.Request(
                        Columns.instant(row, "requested_at"),
                        row.getString("kind").equals("auto_top_up"),
                        row.getBoolean("save_method")),
                Columns.optionalInstant(row, "paid_at"));
    }
}
