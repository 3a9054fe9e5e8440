package io.gpuaas.controlplane.billing;

import io.gpuaas.api.Adjustment;
import io.gpuaas.api.AdjustmentKind;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A correction as it is stored. */
record AdjustmentRecord(
        AdjustmentId id,
        TenantId tenant,
        AdjustmentKind kind,
        Money amount,
        String reason,
        @Nullable StatementId statement,
        String state,
        String requestedBy,
        Instant requestedAt,
        @Nullable String decidedBy,
        @Nullable Instant decidedAt) {

    static final String PENDING = "pending";
    static final String BOOKED = "booked";
    static final String REJECTED = "rejected";

    Adjustment view() {
        return new Adjustment(
                id,
                tenant,
                kind.wire(),
                new io.gpuaas.api.Money(amount.nanos(), amount.currency()),
                reason,
                state,
                requestedBy,
                requestedAt,
                statement,
                decidedBy,
                decidedAt);
    }
}
