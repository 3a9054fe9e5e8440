// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TerminalId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Recording(
        @JsonProperty("terminal_id") @NotNull TerminalId terminalId,
        @JsonProperty("allocation_id") @NotNull AllocationId allocationId,
        @JsonProperty("opened_by") @NotNull PrincipalId openedBy,
        @JsonProperty("opened_by_name") @Nullable String openedByName,
        @JsonProperty("began_at") @NotNull Instant beganAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("end_reason") @Nullable String endReason,
        @JsonProperty("columns") @NotNull Integer columns,
        @JsonProperty("rows") @NotNull Integer rows,
        @JsonProperty("segments") @NotNull Integer segments,
        @JsonProperty("bytes") @NotNull Long bytes,
        @JsonProperty("duration_millis") @NotNull Long durationMillis,
        @JsonProperty("records_input") @NotNull Boolean recordsInput,
        @JsonProperty("is_strict") @NotNull Boolean isStrict,
        @JsonProperty("delete_after") @NotNull Instant deleteAfter) {
}
