package io.gpuaas.fleet;

import io.gpuaas.kernel.TaskId;

/** Hears of tasks the moment they reach a node. */
@FunctionalInterface
public interface TaskListener {

    void received(TaskId task, long nanoTime);
}
