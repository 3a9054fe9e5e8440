// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TerminalId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Recording(
        @JsonProperty("terminal_id") TerminalId terminalId,
        @JsonProperty("allocation_id") AllocationId allocationId,
        @JsonProperty("opened_by") PrincipalId openedBy,
        @JsonProperty("opened_by_name") @Nullable String openedByName,
        @JsonProperty("began_at") Instant beganAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("end_reason") @Nullable String endReason,
        @JsonProperty("columns") Integer columns,
        @JsonProperty("rows") Integer rows,
        @JsonProperty("segments") Integer segments,
        @JsonProperty("bytes") Long bytes,
        @JsonProperty("duration_millis") Long durationMillis,
        @JsonProperty("records_input") Boolean recordsInput,
        @JsonProperty("is_strict") Boolean isStrict,
        @JsonProperty("delete_after") Instant deleteAfter) {
}
