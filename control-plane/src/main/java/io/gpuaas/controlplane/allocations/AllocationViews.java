package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.Allocation;
import io.gpuaas.api.AllocationAccess;
import io.gpuaas.api.AllocationDegraded;
import io.gpuaas.api.AllocationFailure;
import io.gpuaas.api.AllocationLease;
import io.gpuaas.api.AllocationQueuePlace;
import io.gpuaas.api.AllocationState;
import io.gpuaas.api.CreateAllocation;
import io.gpuaas.api.HourlyCost;
import io.gpuaas.api.LeasedGpu;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.inventory.Capacity;
import io.gpuaas.controlplane.inventory.Lease;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.NodeId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Allocations as people see them. A listing leaves out what would cost a query each. */
@Component
class AllocationViews {

    private static final int SSH_PORT = 22;
    private static final int NANO_DIGITS = 9;

    private final Capacity capacity;
    private final NodeReadings nodes;
    private final AllocationQueue queue;
    private final LimitBounds bounds;

    AllocationViews(Capacity capacity, NodeReadings nodes, AllocationQueue queue, LimitBounds bounds) {
        this.bounds = bounds;
        this.capacity = capacity;
        this.nodes = nodes;
        this.queue = queue;
    }

    /** With its node, its GPUs and its place in the queue. */
    Allocation whole(AllocationRecord allocation) {
        return whole(List.of(allocation)).getFirst();
    }

    List<Allocation> whole(List<AllocationRecord> allocations) {
        Map<AllocationId, Lease> leases = leases(allocations);
        Set<NodeId> simulated = listSimulated(allocations);
        return allocations.stream()
                .map(one ->
                        view(one, simulated, access(one), lease(leases.get(one.id())), place(one, queue.order(one))))
                .toList();
    }

    /** Without access. Costs one query for all leases, one for their nodes and one for the queue of each SKU that somebody waits for. */
    List<Allocation> listed(List<AllocationRecord> allocations) {
        Map<AllocationId, Lease> leases = leases(allocations);
        Set<NodeId> simulated = listSimulated(allocations);
        Map<String, List<AllocationId>> orders = new HashMap<>();
        return allocations.stream()
                .map(one -> view(
                        one,
                        simulated,
                        null,
                        lease(leases.get(one.id())),
                        place(one, orders.computeIfAbsent(queueOf(one), sku -> queue.order(one)))))
                .toList();
    }

    private static String queueOf(AllocationRecord allocation) {
        return allocation.state() == AllocationState.QUEUED ? allocation.wish().sku() : "";
    }

    private Map<AllocationId, Lease> leases(List<AllocationRecord> allocations) {
        List<AllocationId> holders = allocations.stream()
                .filter(one -> AllocationStateMachine.holdsCapacity(one.state()))
                .map(AllocationRecord::id)
                .toList();
        return holders.isEmpty() ? Map.of() : capacity.findLeases(holders);
    }

    private Set<NodeId> listSimulated(List<AllocationRecord> allocations) {
        return nodes.listSimulated(allocations.stream()
                .map(one -> one.place().node())
                .filter(Objects::nonNull)
                .distinct()
                .toList());
    }

    private Allocation view(
            AllocationRecord allocation,
            Set<NodeId> simulated,
            @Nullable AllocationAccess access,
            @Nullable AllocationLease lease,
            @Nullable AllocationQueuePlace place) {
        AllocationRecord.Wish wish = allocation.wish();
        AllocationRecord.Standing standing = allocation.standing();
        AllocationRecord.Step step = allocation.step();
        Duration limit = wish.maxDuration();
        Duration idle = bounds.idleRelease(allocation);
        NodeId node = allocation.place().node();
        return new Allocation(
                allocation.id(),
                allocation.tenant(),
                allocation.project(),
                wish.name(),
                wish.labels(),
                wish.sku(),
                wish.count(),
                wish.image(),
                standing.state(),
                standing.since(),
                step.phase(),
                step.since(),
                step.phase() == null ? null : step.attempt(),
                step.stuckSince(),
                allocation.version(),
                wish.isProtected(),
                wish.origin().createdAt(),
                wish.origin().createdBy(),
                standing.activeAt(),
                standing.endedAt(),
                limit == null ? null : limit.toSeconds(),
                allocation.facts().expiry().at(),
                degraded(allocation),
                allocation.facts().idleness().since(),
                idle == null ? null : idle.toSeconds(),
                bounds.idleReleaseAt(allocation).orElse(null),
                failure(standing),
                allocation.facts().releaseCharge().since(),
                place,
                access,
                lease,
                node == null ? null : simulated.contains(node),
                cost(wish.bought().hourlyCost()));
    }

    private static @Nullable AllocationDegraded degraded(AllocationRecord allocation) {
        Instant since = allocation.facts().degradation().since();
        String reason = allocation.facts().degradation().reason();
        return since == null || reason == null || allocation.state() != AllocationState.ACTIVE
                ? null
                : new AllocationDegraded(
                        since,
                        reason,
                        allocation.facts().degradation().source() != AllocationRecord.DegradationSource.REPORTED);
    }

    private static @Nullable AllocationFailure failure(AllocationRecord.Standing standing) {
        Reason reason = standing.reason();
        return reason == null || standing.state() == AllocationState.QUEUED
                ? null
                : new AllocationFailure(reason.code(), reason.message());
    }

    /** Null when it does not wait, or is too far behind to say. */
    private static @Nullable AllocationQueuePlace place(AllocationRecord allocation, List<AllocationId> order) {
        int index = order.indexOf(allocation.id());
        Reason reason = allocation.standing().reason();
        return index < 0
                ? null
                : new AllocationQueuePlace(
                        index + 1, allocation.standing().since(), reason == null ? null : reason.message());
    }

    private @Nullable AllocationAccess access(AllocationRecord allocation) {
        NodeId node = allocation.place().node();
        if (node == null || allocation.state() != AllocationState.ACTIVE) {
            return null;
        }
        String host = allocation.place().reach().address() != null
                ? allocation.place().reach().address()
                : nodes.find(node)
                        .map(found -> found.hostname() == null ? found.name() : found.hostname())
                        .orElse(node.toString());
        Integer told = allocation.place().reach().sshPort();
        int port = told == null ? SSH_PORT : told;
        String username = allocation.place().username();
        List<String> hostKeys = allocation.place().reach().hostKeys();
        return new AllocationAccess(
                username,
                host,
                port,
                "ssh " + (port == SSH_PORT ? "" : "-p " + port + " ") + username + "@" + host,
                hostKeys.isEmpty() ? null : hostKeys);
    }

    private static @Nullable AllocationLease lease(@Nullable Lease lease) {
        return lease == null
                ? null
                : new AllocationLease(
                        lease.node(),
                        lease.slots().stream()
                                .map(slot -> new LeasedGpu(slot.gpuUuid(), slot.pciAddress(), slot.numaNode()))
                                .toList(),
                        lease.takenAt());
    }

    static @Nullable HourlyCost cost(@Nullable Money money) {
        return money == null
                ? null
                : new HourlyCost(
                        money.currency(),
                        BigDecimal.valueOf(money.nanos(), NANO_DIGITS)
                                .stripTrailingZeros()
                                .toPlainString());
    }

    /** Builds the request for another allocation like this one. */
    static CreateAllocation cloneRequest(AllocationRecord allocation) {
        AllocationRecord.Wish wish = allocation.wish();
        Duration limit = wish.maxDuration();
        Duration idle = wish.limits().idleRelease();
        return new CreateAllocation(
                wish.sku(),
                wish.count(),
                wish.name(),
                wish.labels().isEmpty() ? null : wish.labels(),
                wish.image(),
                limit == null ? null : limit.toSeconds(),
                idle == null ? null : idle.toSeconds(),
                wish.queue() ? true : null,
                wish.isProtected() ? true : null);
    }
}
