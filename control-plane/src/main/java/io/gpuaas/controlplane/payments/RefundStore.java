package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class RefundStore {

    private static final String SELECT = """
            SELECT r.*, p.currency FROM payments.refund r JOIN payments.payment p ON p.id = r.payment_id""";

    private final JdbcClient jdbc;

    RefundStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Refund add(UUID id, PaymentRecord payment, Money amount, String reason, Instant now) {
        jdbc.sql("""
                INSERT INTO payments.refund (id, payment_id, amount_nanos, reason, state, requested_at)
                VALUES (:id, :payment, :nanos, :reason, 'requested', :now)""")
                .param("id", id)
                .param("payment", payment.id().value())
                .param("nanos", amount.nanos())
                .param("reason", reason)
                .param("now", Columns.time(now))
                .update();
        return new Refund(id, payment.id(), amount, Refund.State.REQUESTED, null);
    }

    Optional<Refund> find(UUID id) {
        return jdbc.sql(SELECT + " WHERE r.id = :id")
                .param("id", id)
                .query(RefundStore::read)
                .optional();
    }

    Optional<Refund> findByReference(String reference) {
        return jdbc.sql(SELECT + " WHERE r.reference = :reference")
                .param("reference", reference)
                .query(RefundStore::read)
                .optional();
    }

    void save(UUID id, Refund.State state, String reference) {
        jdbc.sql("UPDATE payments.refund SET state = :state, reference = :reference WHERE id = :id")
                .param("id", id)
                .param("state", state.wire())
                .param("reference", reference)
                .update();
    }

    /** Refunds that are booked and that the provider may not know of. */
    long inFlight(String currency) {
        return jdbc.sql("""
                SELECT coalesce(sum(r.amount_nanos), 0)::bigint FROM payments.refund r
                JOIN payments.payment p ON p.id = r.payment_id WHERE r.state = 'requested' AND p.currency = :currency""").param("currency", currency).query(Long.class).single();
    }

    private static Refund read(ResultSet row, int n) throws SQLException {
        return new Refund(
                row.getObject("id", UUID.class),
                new PaymentId(row.getObject("payment_id", UUID.class)),
                new Money(row.getLong("amount_nanos"), row.getString("currency")),
                Refund.State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getString("reference"));
    }
}
