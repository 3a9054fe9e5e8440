package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who takes note of what allocations cost. Told in the transaction of the change, so that what is paid for and what is
 * there cannot disagree; may refuse a request that nobody can pay for.
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

    /** Refuses what nobody could pay for if it began now. Sets nothing aside: it is to begin later. */
    void requirePayable(TenantId tenant, @Nullable Money hourlyCost);

    /** It was asked for, and has its capacity or waits for it. */
    void requested(Metered allocation);

    /** Its node proved that it works: after its request, or after a time in which it did not. */
    void works(Metered allocation);

    /** It does not work at present, and for all anybody knows since then. May be told long after. */
    void stopsWorking(Metered allocation);

    /** Its end was asked for, or came. May be told more than once. */
    void ends(Metered allocation);
}
