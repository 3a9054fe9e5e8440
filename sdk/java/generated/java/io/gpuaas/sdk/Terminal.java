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
public record Terminal(
        @JsonProperty("id") TerminalId id,
        @JsonProperty("allocation_id") AllocationId allocationId,
        @JsonProperty("state") TerminalState state,
        @JsonProperty("opened_by") PrincipalId openedBy,
        @JsonProperty("opened_by_name") @Nullable String openedByName,
        @JsonProperty("opened_at") Instant openedAt,
        @JsonProperty("ends_at") Instant endsAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("end_reason") @Nullable String endReason,
        @JsonProperty("exit_code") @Nullable Integer exitCode) {
}
