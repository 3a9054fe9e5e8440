package io.gpuaas.agent.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Something a task has to tell. Indexes grow within an attempt; the server takes each once. */
public record TaskEvent(
        int index,
        Instant at,
        String kind,
        @Nullable String phase,
        @Nullable String message,
        @Nullable String text,
        TaskResult.@Nullable Outcome outcome,
        @Nullable String code,
        @Nullable JsonNode output) {

    public static TaskEvent started(int index, Instant at) {
        return new TaskEvent(index, at, "started", null, null, null, null, null, null);
    }

    public static TaskEvent phase(int index, Instant at, String phase, String message) {
        return new TaskEvent(index, at, "phase", phase, message, null, null, null, null);
    }

    public static TaskEvent log(int index, Instant at, String text) {
        return new TaskEvent(index, at, "log", null, null, text, null, null, null);
    }

    public static TaskEvent result(int index, Instant at, TaskResult result) {
        return new TaskEvent(
                index, at, "result", null, result.message(), null, result.outcome(), result.code(), result.output());
    }
}
