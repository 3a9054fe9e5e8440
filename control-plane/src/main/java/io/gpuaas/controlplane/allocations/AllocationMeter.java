package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records what allocations cost. Called in the transaction of the change, so that charges and states cannot disagree,
 * and may refuse a request that cannot be paid.
 */
public interface AllocationMeter {

    /** An allocation and when something happened to it. */
    record Metered(
            AllocationId id,
            TenantId tenant,
            ProjectId project,
            String sku,
            int gpus,
            @Nullable Money hourlyCost,
            String createdBy,
            Map<String, String> labels,
            Instant at) {}

    /** Refuses a request that could not be paid if it began now. Reserves nothing, because it begins later. */
    void requirePayable(TenantId tenant, @Nullable Money hourlyCost);

    /** It was asked for, and has its capacity or waits for it. */
    void requested(Metered allocation);

    /** Its node proved that it works: after its request, or after a time in which it did not. */
    void works(Metered allocation);

    /** The allocation has not worked since the given time, as far as known. May be called long after that time. */
    void stopsWorking(Metered allocation);

    /** The allocation's end was requested or reached. May be called more than once. */
    void ends(Metered allocation);
}
