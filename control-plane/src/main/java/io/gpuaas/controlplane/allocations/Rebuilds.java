package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.allocations.RebuildStore.Rebuild;
import io.gpuaas.controlplane.machines.MachineProvisioner.Stage;
import io.gpuaas.controlplane.machines.Machines;
import io.gpuaas.controlplane.nodes.NodeJoining;
import io.gpuaas.controlplane.nodes.NodeReadings;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskState;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows rebuilds by a machine provisioner as tasks, so that callers need not know that no node carries them out. {@link
 * RebuildWork} takes the steps.
 */
@Component
class Rebuilds {

    private static final JsonNode REBUILT =
            JsonMapper.builder().build().createObjectNode().put("reimaged", true);

    private final RebuildStore store;
    private final Machines machines;
    private final NodeReadings nodes;
    private final NodeJoining joining;
    private final IdSource ids;
    private final Clock clock;

    Rebuilds(
            RebuildStore store, Machines machines, NodeReadings nodes, NodeJoining joining, IdSource ids, Clock clock) {
        this.store = store;
        this.machines = machines;
        this.nodes = nodes;
        this.joining = joining;
        this.ids = ids;
        this.clock = clock;
    }

    /** When false, the node's own agent does the rebuild. */
    boolean areDrivenHere() {
        return machines.provisioner().isPresent();
    }

    TaskId begin(AllocationRecord allocation, PhasePlan plan) {
        NodeId node = Objects.requireNonNull(allocation.place().node());
        Instant now = clock.instant();
        String hostname = nodes.find(node)
                .map(found -> found.hostname() == null ? found.name() : found.hostname())
                .orElseThrow(() -> new IllegalStateException("node " + node + " is not known"));
        TaskId id = new TaskId(ids.next());
        store.add(
                new Rebuild(
                        id,
                        allocation.id(),
                        node,
                        hostname,
                        Stage.WANTED,
                        null,
                        null,
                        now.plus(plan.timeout()),
                        allocation.wish().origin().correlation()),
                now);
        joining.beginRebuild(node, id);
        return id;
    }

    /** The node's own agent does the rebuild, with a token to enrol again. */
    TaskId beginByAgent(NodeId node, PhasePlan plan, Function<String, TaskId> addTask) {
        return joining.beginRebuildByAgent(node, plan.timeout(), addTask);
    }

    Optional<NodeTasks.Task> find(TaskId id) {
        return store.find(id)
                .map(rebuild -> new NodeTasks.Task(
                        id,
                        rebuild.node(),
                        PhasePlan.REIMAGE_HOST,
                        state(rebuild),
                        1,
                        null,
                        rebuild.code(),
                        rebuild.message(),
                        rebuild.stage() == Stage.DONE ? REBUILT : null,
                        rebuild.deadline()));
    }

    private static TaskState state(Rebuild rebuild) {
        if (rebuild.code() != null) {
            return TaskState.FAILED;
        }
        return rebuild.stage() == Stage.DONE ? TaskState.SUCCEEDED : TaskState.RUNNING;
    }
}
