// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record FileTransfer(
        @JsonProperty("id") @NotNull StreamId id,
        @JsonProperty("allocation_id") @NotNull AllocationId allocationId,
        @JsonProperty("direction") @NotNull FileTransferDirection direction,
        @JsonProperty("listing") @Nullable Boolean listing,
        @JsonProperty("path") @NotNull String path,
        @JsonProperty("state") @NotNull FileTransferState state,
        @JsonProperty("started_by") @NotNull PrincipalId startedBy,
        @JsonProperty("started_at") @NotNull Instant startedAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("bytes") @Nullable Long bytes,
        @JsonProperty("sha256") @Nullable String sha256,
        @JsonProperty("reason") @Nullable String reason) {
}
