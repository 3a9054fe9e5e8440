package io.gpuaas.controlplane.offerings;

import io.gpuaas.kernel.Money;
import java.time.Instant;
import java.util.UUID;

/** What a GPU of a SKU costs an hour from an instant on, until a later price begins. */
public record Price(UUID id, String sku, Money gpuHour, Instant effectiveFrom) {

    /** What so many units cost an hour. */
    public Money hourly(Sku of, int count) {
        return gpuHour.times(of.gpus(count));
    }
}
