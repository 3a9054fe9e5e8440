package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Creates the node tasks of allocations. Every task carries the fencing tokens of the lease. */
@Component
class HostWork {

    private static final String RECONCILE_KEYS = "ssh_keys.reconcile";

    /** Attempts are counted and paused by the phase; the node is not asked twice behind its back. */
    private static final int TASK_ATTEMPTS = 1;

    private static final NodeTasks.Options KEYS = new NodeTasks.Options(Duration.ofMinutes(10), 3);

    private final NodeTasks tasks;
    private final ProjectKeys keys;
    private final SudoPolicy sudo;
    private final LoginLimits limits;
    private final Rebuilds rebuilds;

    HostWork(NodeTasks tasks, ProjectKeys keys, SudoPolicy sudo, LoginLimits limits, Rebuilds rebuilds) {
        this.tasks = tasks;
        this.keys = keys;
        this.sudo = sudo;
        this.limits = limits;
        this.rebuilds = rebuilds;
    }

    TaskId start(AllocationRecord allocation, PhasePlan plan, List<HeldSlot> slots) {
        if (plan.task().equals(PhasePlan.REIMAGE_HOST) && rebuilds.areDrivenHere()) {
            return rebuilds.begin(allocation, plan);
        }
        Map<String, Object> payload = payload(allocation, plan, slots);
        payload.put("leases", leases(allocation, slots));
        return plan.task().equals(PhasePlan.REIMAGE_HOST)
                ? rebuilds.beginByAgent(node(allocation), plan, token -> {
                    payload.put("join_token", token);
                    return add(allocation, plan, payload);
                })
                : add(allocation, plan, payload);
    }

    private TaskId add(AllocationRecord allocation, PhasePlan plan, Map<String, Object> payload) {
        return tasks.add(node(allocation), plan.task(), payload, new NodeTasks.Options(plan.timeout(), TASK_ATTEMPTS));
    }

    /** On the host itself; in a slice its login may be root of a machine of its own. */
    boolean givesRoot(AllocationRecord allocation, PhasePlan plan) {
        return plan.task().equals(PhasePlan.PROVISION_USER) && sudo.isFor(allocation);
    }

    /** True when hosts are rebuilt from outside, whether or not their agents answer. */
    boolean buildsFromOutside() {
        return rebuilds.areDrivenHere();
    }

    /** Finds a task of a node, or of the provisioner that rebuilds its machine. */
    Optional<NodeTasks.Task> find(TaskId id) {
        return tasks.find(id).or(() -> rebuilds.find(id));
    }

    private Map<String, Object> payload(AllocationRecord allocation, PhasePlan plan, List<HeldSlot> slots) {
        return switch (plan.task()) {
            case PhasePlan.PROVISION_USER -> login(allocation, slots);
            case PhasePlan.PROVISION_SLICE ->
                TaskPayloads.slice(allocation, keys.of(allocation), sudo.isFor(allocation), slots);
            case PhasePlan.PROVISION_MIG, PhasePlan.RELEASE_MIG -> TaskPayloads.instance(allocation, slots);
            case PhasePlan.VERIFY_GPUS -> TaskPayloads.verification(slots);
            case PhasePlan.REVOKE_USER ->
                TaskPayloads.of(
                        allocation, Map.of("username", allocation.place().username()));
            case PhasePlan.RELEASE_SLICE ->
                TaskPayloads.of(allocation, Map.of("slice_id", allocation.id().toString()));
            case PhasePlan.REIMAGE_HOST -> TaskPayloads.of(allocation, Map.of());
            default -> throw new IllegalStateException("no phase has the task " + plan.task());
        };
    }

    private Map<String, Object> login(AllocationRecord allocation, List<HeldSlot> slots) {
        Map<String, Object> payload =
                TaskPayloads.login(allocation, keys.of(allocation), sudo.isFor(allocation), slots);
        Map<String, Object> most = limits.of(allocation);
        if (!most.isEmpty()) {
            payload.put("limits", most);
        }
        return payload;
    }

    TaskId reconcileKeys(AllocationRecord allocation, List<HeldSlot> slots) {
        Map<String, Object> payload = TaskPayloads.of(
                allocation, Map.of("username", allocation.place().username(), "ssh_keys", keys.of(allocation)));
        if (allocation.wish().bought().machine().shape() == Shape.GPU_SLICE) {
            payload.put("slice_id", allocation.id().toString());
        }
        payload.put("leases", leases(allocation, slots));
        return tasks.add(node(allocation), RECONCILE_KEYS, payload, KEYS);
    }

    private static NodeId node(AllocationRecord allocation) {
        return Objects.requireNonNull(allocation.place().node(), "the allocation has no node");
    }

    private static List<Map<String, Object>> leases(AllocationRecord allocation, List<HeldSlot> slots) {
        if (slots.isEmpty()) {
            throw new IllegalStateException("allocation " + allocation.id() + " works on a node without a lease");
        }
        return slots.stream()
                .flatMap(slot -> slot.devices().stream()
                        .map(device -> Map.<String, Object>of("device", device, "fencing_token", slot.fencingToken())))
                .toList();
    }
}
