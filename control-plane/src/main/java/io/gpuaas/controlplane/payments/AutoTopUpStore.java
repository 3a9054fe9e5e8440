package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.payments.AutoTopUps.Amounts;
import io.gpuaas.controlplane.payments.StripeApi.SavedMethod;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
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

/** Stores saved payment methods and the settings of automatic top-ups. */
@Component
class AutoTopUpStore {

    private final JdbcClient jdbc;

    AutoTopUpStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Setting(
            TenantId tenant,
            boolean enabled,
            Money threshold,
            Money amount,
            int failures,
            @Nullable Instant retryAt) {}

    Optional<Setting> find(TenantId tenant) {
        return jdbc.sql("SELECT * FROM payments.auto_top_up WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query(AutoTopUpStore::read)
                .optional();
    }

    void set(TenantId tenant, boolean enabled, Amounts amounts) {
        jdbc.sql("""
                INSERT INTO payments.auto_top_up (tenant_id, enabled, currency, threshold_nanos, amount_nanos)
                VALUES (:tenant, :enabled, :currency, :threshold, :amount)
                ON CONFLICT (tenant_id) DO UPDATE SET enabled = :enabled, currency = :currency,
                    threshold_nanos = :threshold, amount_nanos = :amount, failures = 0, retry_at = NULL""")
                .param("tenant", tenant.value())
                .param("enabled", enabled)
                .param("currency", amounts.amount().currency())
                .param("threshold", amounts.threshold().nanos())
                .param("amount", amounts.amount().nanos())
                .update();
    }

    void turnOff(TenantId tenant) {
        jdbc.sql("UPDATE payments.auto_top_up SET enabled = false WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .update();
    }

    void note(TenantId tenant, int failures, @Nullable Instant retryAt, boolean goesOn) {
        jdbc.sql("""
                UPDATE payments.auto_top_up SET failures = :failures, retry_at = :retry, enabled = enabled AND :goesOn
                WHERE tenant_id = :tenant""")
                .param("tenant", tenant.value())
                .param("failures", failures)
                .param("retry", Columns.optionalTime(retryAt), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("goesOn", goesOn)
                .update();
    }

    /** Those that may be tried now. */
    List<Setting> due(Instant now) {
        return jdbc.sql("""
                SELECT a.* FROM payments.auto_top_up a JOIN payments.customer c ON c.tenant_id = a.tenant_id
                WHERE a.enabled AND (a.retry_at IS NULL OR a.retry_at <= :now) AND NOT EXISTS (
                    SELECT 1 FROM payments.payment p
                    WHERE p.tenant_id = a.tenant_id AND p.kind = 'auto_top_up' AND p.state = 'pending')""")
                .param("now", Columns.time(now))
                .query(AutoTopUpStore::read)
                .list();
    }

    Optional<SavedMethod> method(TenantId tenant) {
        return jdbc.sql("SELECT reference, method, label FROM payments.customer WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query((row, n) ->
                        new SavedMethod(row.getString("reference"), row.getString("method"), row.getString("label")))
                .optional();
    }

    void save(TenantId tenant, SavedMethod method) {
        jdbc.sql("""
                INSERT INTO payments.customer (tenant_id, reference, method, label)
                VALUES (:tenant, :customer, :method, :label)
                ON CONFLICT (tenant_id) DO UPDATE SET reference = :customer, method = :method, label = :label""")
                .param("tenant", tenant.value())
                .param("customer", method.customer())
                .param("method", method.method())
                .param("label", method.label())
                .update();
    }

    private static Setting read(ResultSet row, int n) throws SQLException {
        String currency = row.getString("currency");
        return new Setting(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getBoolean("enabled"),
                new Money(row.getLong("threshold_nanos"), currency),
                new Money(row.getLong("amount_nanos"), currency),
                row.getInt("failures"),
                Columns.optionalInstant(row, "retry_at"));
    }
}
