package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.EventConsumer;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A node that was asked to empty itself has answered. */
@Component
class DrainProgress implements EventConsumer {

    private final NodeStore nodes;
    private final NodeTasks tasks;
    private final NodeLifecycle lifecycle;

    DrainProgress(NodeStore nodes, NodeTasks tasks, NodeLifecycle lifecycle) {
        this.nodes = nodes;
        this.tasks = tasks;
        this.lifecycle = lifecycle;
    }

    @Override
    public String name() {
        return "nodes-drain";
    }

    @Override
    public Set<String> types() {
        return Set.of(TaskFinished.TYPE);
    }

    @Override
    public boolean concerns(Received event) {
        TaskFinished finished = event.payload(TaskFinished.class);
        return finished.taskType().equals(Fleet.DRAIN) && finished.state().equals(TaskState.SUCCEEDED.wire());
    }

    @Override
    public void handle(Received event) {
        TaskFinished finished = event.payload(TaskFinished.class);
        Optional<Integer> remaining = tasks.find(finished.taskId())
                .map(NodeTasks.Task::output)
                .map(output -> output.path("remaining").size());
        NodeRecord node = nodes.lock(finished.nodeId());
        if (remaining.isEmpty() || node.state() != NodeState.DRAINING) {
            return;
        }
        nodes.setDrain(node.id(), node.drainDeadline(), remaining.get());
        if (remaining.get() == 0) {
            lifecycle.change(node, NodeState.DRAINED, node.reason());
        }
    }
}
