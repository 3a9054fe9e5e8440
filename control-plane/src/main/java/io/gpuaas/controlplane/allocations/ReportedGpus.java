package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.inventory.Lease;
import io.gpuaas.controlplane.nodes.GpuReports;
import io.gpuaas.controlplane.policy.Policies;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.springframework.stereotype.Component;

/**
 * Decides what becomes of GPUs that their holder reported. A GPU that passes the check is leased again, however often
 * it was reported; one that several tenants reported may have a fault the check does not find, and waits for an
 * operator.
 */
@Component
class ReportedGpus {

    /** Reports longer ago have nothing to do with each other. */
    private static final Duration REMEMBERED = Duration.ofDays(30);

    private final GpuReports reports;
    private final UnprovenReportStore unproven;
    private final Capacity capacity;
    private final Policies policies;

    ReportedGpus(GpuReports reports, UnprovenReportStore unproven, Capacity capacity, Policies policies) {
        this.reports = reports;
        this.unproven = unproven;
        this.capacity = capacity;
        this.policies = policies;
    }

    /** The caller still holds the lease. */
    void foundWell(AllocationRecord allocation, Instant now) {
        long tenantsMax = policies.effective(AllocationPolicies.FAULT_REPORTS_MAX);
        onGpus(allocation, (lease, gpus) -> {
            List<String> reported = gpus.stream()
                    .filter(gpu -> reports.exist(lease.node(), List.of(gpu)))
                    .toList();
            unproven.add(reported, allocation.tenant(), now, now.minus(REMEMBERED));
            Map<String, Long> tenants = unproven.tenants(reported);
            List<String> doubtful = reported.stream()
                    .filter(gpu -> tenantsMax > 0 && tenants.getOrDefault(gpu, 0L) >= tenantsMax)
                    .toList();
            reports.confirm(
                    lease.node(), doubtful, "reported by " + tenantsMax + " tenants but never detected by the host");
            reports.clear(lease.node(), gpus);
        });
    }

    void confirm(AllocationRecord allocation, String why) {
        onGpus(allocation, (lease, gpus) -> reports.confirm(lease.node(), gpus, why));
    }

    void dismiss(AllocationRecord allocation) {
        onGpus(allocation, (lease, gpus) -> reports.dismiss(lease.node(), gpus));
    }

    private void onGpus(AllocationRecord allocation, BiConsumer<Lease, List<String>> act) {
        Optional<Lease> lease = capacity.findLease(allocation.id());
        lease.ifPresent(held -> act.accept(
                held, held.slots().stream().map(HeldSlot::gpuUuid).distinct().toList()));
    }
}
