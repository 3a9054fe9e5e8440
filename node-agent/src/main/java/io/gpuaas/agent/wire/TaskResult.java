package io.gpuaas.agent.wire;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How an attempt ended. */
public record TaskResult(
        Outcome outcome,
        @Nullable String code,
        @Nullable String message,
        @Nullable JsonNode output) {

    /** Larger things are not for results. */
    public static final int OUTPUT_BYTES_MAX = 256 * 1024;

    private static final int MESSAGE_LENGTH_MAX = 2_000;

    public TaskResult {
        Objects.requireNonNull(outcome, "outcome");
        if (message != null && message.length() > MESSAGE_LENGTH_MAX) {
            message = message.substring(0, MESSAGE_LENGTH_MAX);
        }
    }

    public static TaskResult succeeded(Object output) {
        JsonNode tree = Json.LENIENT.valueToTree(output);
        if (Json.LENIENT.writeValueAsBytes(tree).length > OUTPUT_BYTES_MAX) {
            return failed("output_too_large", "the output has more than " + OUTPUT_BYTES_MAX + " bytes");
        }
        return new TaskResult(Outcome.SUCCEEDED, null, null, tree);
    }

    public static TaskResult failed(String code, String message) {
        return new TaskResult(Outcome.FAILED, code, message, null);
    }

    public static TaskResult refused(String code, String message) {
        return new TaskResult(Outcome.REFUSED, code, message, null);
    }

    public static TaskResult canceled() {
        return new TaskResult(Outcome.CANCELED, "canceled", "canceled by the control plane", null);
    }

    public static TaskResult interrupted() {
        return new TaskResult(
                Outcome.INTERRUPTED, "interrupted", "the agent ended while the task ran; its effect is unknown", null);
    }

    public enum Outcome {
        SUCCEEDED,
        FAILED,
        INTERRUPTED,
        REFUSED,
        CANCELED;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
