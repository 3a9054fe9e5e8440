package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.platform.Columns;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class ReconciliationStore {

    private final JdbcClient jdbc;

    ReconciliationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Report(
            Instant madeAt,
            Instant from,
            Instant to,
            String currency,
            long movements,
            long ledgerNanos,
            long providerNanos,
            long inFlightNanos,
            long offNanos) {}

    Instant comparedUntil() {
        return jdbc.sql("SELECT coalesce(max(ends_at), 'epoch') AS until FROM payments.reconciliation")
                .query((row, n) -> Columns.instant(row, "until"))
                .single();
    }

    void add(Report report, List<String> differences, long stuck) {
        jdbc.sql("""
                INSERT INTO payments.reconciliation (made_at, starts_at, ends_at, currency, movements, ledger_nanos,
                    provider_nanos, in_flight_nanos, off_nanos, differences, stuck)
                VALUES (:made, :from, :to, :currency, :movements, :ledger, :provider, :inFlight, :off, :differences, :stuck)""")
                .param("made", Columns.time(report.madeAt()))
                .param("from", Columns.time(report.from()))
                .param("to", Columns.time(report.to()))
                .param("currency", report.currency())
                .param("movements", report.movements())
                .param("ledger", report.ledgerNanos())
                .param("provider", report.providerNanos())
                .param("inFlight", report.inFlightNanos())
                .param("off", report.offNanos())
                .param("differences", differences.toArray(String[]::new))
                .param("stuck", stuck)
                .update();
    }

    /** Newest first. */
    List<io.gpuaas.api.Reconciliation> list(@Nullable Long before, int limit) {
        return jdbc.sql("""
                SELECT * FROM payments.reconciliation WHERE (:before::bigint IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before, Types.BIGINT)
                .param("limit", limit)
                .query((row, n) -> new io.gpuaas.api.Reconciliation(
                        row.getLong("id"),
                        Columns.instant(row, "made_at"),
                        Columns.instant(row, "starts_at"),
                        Columns.instant(row, "ends_at"),
                        row.getString("currency"),
                        row.getLong("movements"),
                        row.getLong("ledger_nanos"),
                        row.getLong("provider_nanos"),
                        row.getLong("in_flight_nanos"),
                        row.getLong("off_nanos"),
                        Columns.texts(row, "differences"),
                        row.getLong("stuck")))
                .list();
    }
}
