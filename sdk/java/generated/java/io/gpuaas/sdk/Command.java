// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.PrincipalId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record Command(
        @JsonProperty("id") CommandId id,
        @JsonProperty("allocation_id") AllocationId allocationId,
        @JsonProperty("argv") List<String> argv,
        @JsonProperty("state") CommandState state,
        @JsonProperty("started_by") PrincipalId startedBy,
        @JsonProperty("started_by_name") @Nullable String startedByName,
        @JsonProperty("requested_at") Instant requestedAt,
        @JsonProperty("ends_at") Instant endsAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("exit_code") @Nullable Integer exitCode,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("stdout_bytes") @Nullable Long stdoutBytes,
        @JsonProperty("stderr_bytes") @Nullable Long stderrBytes,
        @JsonProperty("stdout_stored") Long stdoutStored,
        @JsonProperty("stderr_stored") Long stderrStored,
        @JsonProperty("truncated") Boolean truncated) {

    public Command {
        argv = argv == null ? List.of() : List.copyOf(argv);
    }
}
