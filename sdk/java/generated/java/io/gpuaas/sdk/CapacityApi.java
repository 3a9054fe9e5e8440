// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Capacity available to a project, and slots, leases and placement for operators. */
public final class CapacityApi {

    private final Transport transport;

    CapacityApi(Transport transport) {
        this.transport = transport;
    }

    /** Explain where a request would be placed, without placing it. */
    public PlacementExplanation explainPlacement(String sku, Integer count, ExplainPlacementFilter filter) {
        Call call = Call.of("GET", "/api/v1/placement")
                .query("sku", sku)
                .query("count", count)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, PlacementExplanation.class);
    }

    /** Get a SKU with its price and availability. */
    public Offer getProjectSku(ProjectId projectId, String skuName) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/skus/{sku_name}")
                .path("project_id", projectId)
                .path("sku_name", skuName)
                .accept("application/json");
        return transport.send(call, Offer.class);
    }

    /** List the SKUs a project can buy, with prices and availability. */
    public OfferList listProjectSkus(ProjectId projectId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/skus")
                .path("project_id", projectId)
                .accept("application/json");
        return transport.send(call, OfferList.class);
    }

    /** List all GPUs and the allocations that hold them. */
    public SlotPage listSlots(ListSlotsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/slots")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, SlotPage.class);
    }

    /** Set a node's location. */
    public NodeZone setNodeZone(NodeId nodeId, SetNodeZone setNodeZone) {
        return setNodeZone(nodeId, setNodeZone, IdempotencyKey.random());
    }

    /** Set a node's location, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public NodeZone setNodeZone(NodeId nodeId, SetNodeZone setNodeZone, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/nodes/{node_id}/zone")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(setNodeZone)
                .accept("application/json");
        return transport.send(call, NodeZone.class);
    }

    /** Set whether a GPU is sold whole or divided with MIG. */
    public Slot setSlotMode(NodeId nodeId, String gpuUuid, SetSlotMode setSlotMode) {
        return setSlotMode(nodeId, gpuUuid, setSlotMode, IdempotencyKey.random());
    }

    /** Set whether a GPU is sold whole or divided with MIG, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Slot setSlotMode(NodeId nodeId, String gpuUuid, SetSlotMode setSlotMode, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/nodes/{node_id}/slots/{gpu_uuid}/mode")
                .path("node_id", nodeId)
                .path("gpu_uuid", gpuUuid)
                .idempotencyKey(idempotencyKey)
                .body(setSlotMode)
                .accept("application/json");
        return transport.send(call, Slot.class);
    }

    /** Filters of {@code explainPlacement}. */
    public record ExplainPlacementFilter(Map<String, String> parameters) {

        public ExplainPlacementFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ExplainPlacementFilter none() {
            return new ExplainPlacementFilter(Map.of());
        }

        public ExplainPlacementFilter strategy(PlacementStrategy strategy) {
            return new ExplainPlacementFilter(Parameters.with(parameters, "strategy", strategy));
        }
    }

    /** Filters of {@code listSlots}. */
    public record ListSlotsFilter(Map<String, String> parameters) {

        public ListSlotsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListSlotsFilter none() {
            return new ListSlotsFilter(Map.of());
        }

        public ListSlotsFilter nodeId(NodeId nodeId) {
            return new ListSlotsFilter(Parameters.with(parameters, "node_id", nodeId));
        }

        public ListSlotsFilter state(SlotState state) {
            return new ListSlotsFilter(Parameters.with(parameters, "state", state));
        }
    }
}
