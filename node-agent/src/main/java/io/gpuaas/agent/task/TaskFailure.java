package io.gpuaas.agent.task;

import io.gpuaas.agent.wire.TaskResult;

/** The end of a task that did not do what it was told. */
public final class TaskFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient TaskResult result;

    private TaskFailure(TaskResult result, Throwable cause) {
        super(result.code() + ": " + result.message(), cause);
        this.result = result;
    }

    private TaskFailure(TaskResult result) {
        super(result.code() + ": " + result.message());
        this.result = result;
    }

    /** Something was tried and did not work. */
    public static TaskFailure failed(String code, String message) {
        return new TaskFailure(TaskResult.failed(code, message));
    }

    public static TaskFailure failed(String code, String message, Throwable cause) {
        return new TaskFailure(TaskResult.failed(code, message + ": " + cause.getMessage()), cause);
    }

    /** Nothing was tried. */
    public static TaskFailure refused(String code, String message) {
        return new TaskFailure(TaskResult.refused(code, message));
    }

    public static TaskFailure notSupported(String what) {
        return refused("not_supported", "this agent cannot " + what + " yet");
    }

    public TaskResult result() {
        return result;
    }
}
