package io.gpuaas.controlplane.offerings;

import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The price of a GPU hour of a SKU from an instant on, until a later price begins.
 *
 * @param tenant who pays it; without one every tenant that has no price of its own
 */
public record Price(UUID id, String sku, @Nullable TenantId tenant, Money gpuHour, Instant effectiveFrom) {

    /** The price of that many units for an hour. */
    public Money hourly(Sku of, int count) {
        return gpuHour.times(of.gpus(count));
    }
}
