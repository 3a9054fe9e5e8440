package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import org.jspecify.annotations.Nullable;

/** A task has ended, for good. */
public record TaskFinished(
        TaskId taskId,
        NodeId nodeId,
        String taskType,
        String state,
        int attempt,
        @Nullable String code) implements DomainEvent {

    public static final String TYPE = "nodes.task_finished";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("node_task", taskId.toString());
    }
}
