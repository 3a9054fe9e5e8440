// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeTask(
        @JsonProperty("id") @NotNull TaskId id,
        @JsonProperty("node_id") @NotNull NodeId nodeId,
        @JsonProperty("type") @NotNull String type,
        @JsonProperty("state") @NotNull NodeTaskState state,
        @JsonProperty("attempt") @NotNull Integer attempt,
        @JsonProperty("attempts_max") @NotNull Integer attemptsMax,
        @JsonProperty("phase") @Nullable String phase,
        @JsonProperty("code") @Nullable String code,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("cancel_requested") @NotNull Boolean cancelRequested,
        @JsonProperty("created_at") @NotNull Instant createdAt,
        @JsonProperty("deadline_at") @NotNull Instant deadlineAt,
        @JsonProperty("sent_at") @Nullable Instant sentAt,
        @JsonProperty("started_at") @Nullable Instant startedAt,
        @JsonProperty("finished_at") @Nullable Instant finishedAt) {
}
