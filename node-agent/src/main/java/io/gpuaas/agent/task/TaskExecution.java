package io.gpuaas.agent.task;

/** Carries a task out and returns its output. */
@FunctionalInterface
public interface TaskExecution {

    Object execute(TaskPayload payload, Progress progress) throws TaskFailure, InterruptedException;
}
