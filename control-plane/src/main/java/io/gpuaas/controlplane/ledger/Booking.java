package io.gpuaas.controlplane.ledger;

import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Transfers that belong together, under the key of the business that causes them. */
public record Booking(
        String key,
        String kind,
        @Nullable TenantId tenant,
        @Nullable String reason,
        Instant effectiveAt,
        List<Transfer> transfers) {

    /** The amount is above zero. */
    public record Transfer(Account debit, Account credit, Money amount) {

        public Transfer {
            if (amount.nanos() <= 0) {
                throw LedgerErrors.notAnAmount(amount);
            }
        }
    }

    public Booking {
        transfers = List.copyOf(transfers);
    }

    public static Booking of(String key, String kind, TenantId tenant, Instant effectiveAt, Transfer... transfers) {
        return new Booking(key, kind, tenant, null, effectiveAt, List.of(transfers));
    }

    public Booking because(String why) {
        return new Booking(key, kind, tenant, why, effectiveAt, transfers);
    }

    /** The fields that a repeat must have in common. Its effective time and reason may differ. */
    String fingerprint() {
        return kind + ":" + transfers.stream().map(Transfer::toString).collect(Collectors.joining(","));
    }
}
