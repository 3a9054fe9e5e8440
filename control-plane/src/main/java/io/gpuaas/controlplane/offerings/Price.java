package io.gpuaas.controlplane.offerings;

import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a GPU of a SKU costs an hour from an instant on, until a later price begins.
 *
 * @param tenant who pays it; without one everybody who has no price of their own
 */
public record Price(UUID id, String sku, @Nullable TenantId tenant, Money gpuHour, Instant effectiveFrom) {

    /** What so many units cost an hour. */
    public Money hourly(Sku of, int count) {
        return gpuHour.times(of.gpus(count));
    }
}
