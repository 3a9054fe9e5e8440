// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One GPU of a node, and the allocations that hold it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Slot(
        @JsonProperty("number") Long number,
        @JsonProperty("node_id") NodeId nodeId,
        @JsonProperty("node_name") String nodeName,
        @JsonProperty("region") String region,
        @JsonProperty("zone") String zone,
        @JsonProperty("gpu_uuid") String gpuUuid,
        @JsonProperty("pci_address") String pciAddress,
        @JsonProperty("model") String model,
        @JsonProperty("numa_node") Integer numaNode,
        @JsonProperty("nvme") @Nullable String nvme,
        @JsonProperty("nic") @Nullable String nic,
        @JsonProperty("mode") SlotMode mode,
        @JsonProperty("state") SlotState state,
        @JsonProperty("reason") @Nullable String reason,
        @JsonProperty("fencing_token") Long fencingToken,
        @JsonProperty("leases") List<SlotLease> leases) {

    public Slot {
        leases = leases == null ? List.of() : List.copyOf(leases);
    }
}
