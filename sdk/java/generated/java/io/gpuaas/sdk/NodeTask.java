// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeTask(
        @JsonProperty("id") TaskId id,
        @JsonProperty("node_id") NodeId nodeId,
        @JsonProperty("type") String type,
        @JsonProperty("state") NodeTaskState state,
        @JsonProperty("attempt") Integer attempt,
        @JsonProperty("attempts_max") Integer attemptsMax,
        @JsonProperty("phase") @Nullable String phase,
        @JsonProperty("code") @Nullable String code,
        @JsonProperty("message") @Nullable String message,
        @JsonProperty("cancel_requested") Boolean cancelRequested,
        @JsonProperty("created_at") Instant createdAt,
        @JsonProperty("deadline_at") Instant deadlineAt,
        @JsonProperty("sent_at") @Nullable Instant sentAt,
        @JsonProperty("started_at") @Nullable Instant startedAt,
        @JsonProperty("finished_at") @Nullable Instant finishedAt) {
}
