package io.gpuaas.controlplane.billing;

import io.gpuaas.api.TransferCharge;
import io.gpuaas.controlplane.ledger.Transfers;
import io.gpuaas.controlplane.platform.Columns;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds what the transfers of a page were computed from: seconds, GPUs and price of their allocation's usage. */
@Component
class TransferCharges {

    /** A charge is booked for windows that began at most this long before, unless billing was late. */
    private static final Duration BEFORE = Duration.ofDays(8);

    private static final Set<String> KINDS = Set.of("usage", "usage_correction");

    private final JdbcClient jdbc;

    TransferCharges(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** By the number of the transfer. */
    Map<Long, TransferCharge> of(List<Transfers.Entry> page) {
        List<Transfers.Entry> charges =
                page.stream().filter(entry -> KINDS.contains(entry.kind())).toList();
        Map<Long, TransferCharge> found = new HashMap<>();
        if (charges.isEmpty()) {
            return found;
        }
        Instant first = charges.stream()
                .map(Transfers.Entry::effectiveAt)
                .min(Instant::compareTo)
                .orElseThrow();
        Instant last = charges.stream()
                .map(Transfers.Entry::effectiveAt)
                .max(Instant::compareTo)
                .orElseThrow();
        jdbc.sql("""
                SELECT u.transfer_id, m.sku, u.starts_at, u.ends_at, u.gpus, u.seconds, u.gpu_hour_nanos
                FROM billing.usage u JOIN billing.meter m ON m.tenant_id = u.tenant_id AND m.id = u.meter_id
                WHERE u.allocation_id = ANY (:allocations) AND u.starts_at >= :from AND u.starts_at <= :to
                  AND u.transfer_id = ANY (:transfers)""")
                .param(
                        "allocations",
                        charges.stream()
                                .map(Transfers.Entry::subject)
                                .distinct()
                                .toArray(UUID[]::new))
                .param("from", Columns.time(first.minus(BEFORE)))
                .param("to", Columns.time(last))
                .param("transfers", charges.stream().map(Transfers.Entry::id).toArray(Long[]::new))
                .query(row -> {
                    found.put(
                            row.getLong("transfer_id"),
                            new TransferCharge(
                                    row.getString("sku"),
                                    Columns.instant(row, "starts_at"),
                                    Columns.instant(row, "ends_at"),
                                    row.getInt("gpus"),
                                    row.getInt("seconds"),
                                    Columns.optionalLong(row, "gpu_hour_nanos")));
                });
        return found;
    }
}
