// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record FileTransfer(
        @JsonProperty("id") StreamId id,
        @JsonProperty("allocation_id") AllocationId allocationId,
        @JsonProperty("direction") FileTransferDirection direction,
        @JsonProperty("listing") @Nullable Boolean listing,
        @JsonProperty("path") String path,
        @JsonProperty("state") FileTransferState state,
        @JsonProperty("started_by") PrincipalId startedBy,
        @JsonProperty("started_at") Instant startedAt,
        @JsonProperty("ended_at") @Nullable Instant endedAt,
        @JsonProperty("bytes") @Nullable Long bytes,
        @JsonProperty("sha256") @Nullable String sha256,
        @JsonProperty("reason") @Nullable String reason) {
}
