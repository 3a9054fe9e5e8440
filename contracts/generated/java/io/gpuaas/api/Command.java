// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.PrincipalId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Command(
        @JsonProperty("id") @NotNull CommandId id,
        @JsonProperty("allocation_id") @NotNull AllocationId allocationId,
        @JsonProperty("argv") @NotNull List<String> argv,
        @JsonProperty("state") @NotNull CommandState state,
        @JsonProperty("started_by") @NotNull PrincipalId startedBy,
        @JsonProperty("started_by_name") @Nullable String startedByName,
        @JsonProperty("requested_at") @NotNull Instant requestedAt,
        @JsonProperty("ends_at") @NotNull Instant endsAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("exit_code") @Nullable Integer exitCode,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("stdout_bytes") @Nullable Long stdoutBytes,
        @JsonProperty("stderr_bytes") @Nullable Long stderrBytes,
        @JsonProperty("stdout_stored") @NotNull Long stdoutStored,
        @JsonProperty("stderr_stored") @NotNull Long stderrStored,
        @JsonProperty("truncated") @NotNull Boolean truncated) {

    public Command {
        argv = argv == null ? null : List.copyOf(argv);
    }
}
