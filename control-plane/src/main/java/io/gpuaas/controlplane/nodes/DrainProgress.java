package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.events.TaskFinished;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Records a node's answer to a drain. {@link DrainRounds} repeats a drain that did not succeed. */
@Component
class DrainProgress implements EventConsumer {

    private final NodeStore nodes;
    private final NodeTasks tasks;
    private final TaskStore taskStore;
    private final NodeLifecycle lifecycle;

    DrainProgress(NodeStore nodes, NodeTasks tasks, TaskStore taskStore, NodeLifecycle lifecycle) {
        this.nodes = nodes;
        this.tasks = tasks;
        this.taskStore = taskStore;
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
        return event.event(TaskFinished.class).taskType().equals(Fleet.DRAIN);
    }

    @Override
    public void handle(Received event) {
        TaskFinished finished = event.event(TaskFinished.class);
        Optional<Integer> remaining = tasks.find(finished.taskId())
                .map(NodeTasks.Task::output)
                .map(output -> output.path("remaining"))
                .filter(JsonNode::isArray)
                .map(JsonNode::size);
        NodeRecord node = nodes.lock(finished.nodeId());
        // An earlier round may be of a drain that was called off, and work may have come in between.
        boolean isCurrent = node.state() == NodeState.DRAINING && taskStore.isLastDrain(node.id(), finished.taskId());
        if (remaining.isEmpty() || !isCurrent) {
            return;
        }
        nodes.setDrain(node.id(), node.drain().deadline(), remaining.get());
        if (remaining.get() == 0) {
            lifecycle.change(node, NodeState.DRAINED, node.reason());
        }
    }
}
