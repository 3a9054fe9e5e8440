package io.gpuaas.agent.wire;

import io.gpuaas.kernel.TaskId;
import java.util.Objects;

/** One attempt at a task: what the agent does once. */
public record TaskKey(TaskId task, int attempt) {

    public TaskKey {
        Objects.requireNonNull(task, "task");
    }

    @Override
    public String toString() {
        return task + "#" + attempt;
    }
}
