// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import org.jspecify.annotations.Nullable;

/** A node task reached a final state. */
public record TaskFinished(
        TaskId taskId,
        NodeId nodeId,
        String taskType,
        String state,
        int attempt,
        @Nullable String code)
        implements DomainEvent {

    public static final String TYPE = "nodes.task_finished";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("node_task", taskId);
    }
}
