// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One GPU of a node, and the allocations that hold it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Slot(
        @JsonProperty("number") @NotNull Long number,
        @JsonProperty("node_id") @NotNull NodeId nodeId,
        @JsonProperty("node_name") @NotNull String nodeName,
        @JsonProperty("region") @NotNull String region,
        @JsonProperty("zone") @NotNull String zone,
        @JsonProperty("gpu_uuid") @NotNull String gpuUuid,
        @JsonProperty("pci_address") @NotNull String pciAddress,
        @JsonProperty("model") @NotNull String model,
        @JsonProperty("numa_node") @NotNull Integer numaNode,
        @JsonProperty("nvme") @Nullable String nvme,
        @JsonProperty("nic") @Nullable String nic,
        @JsonProperty("mode") @NotNull SlotMode mode,
        @JsonProperty("state") @NotNull SlotState state,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("fencing_token") @NotNull Long fencingToken,
        @JsonProperty("leases") @NotNull List<@Valid SlotLease> leases) {

    public Slot {
        leases = leases == null ? null : List.copyOf(leases);
    }
}
