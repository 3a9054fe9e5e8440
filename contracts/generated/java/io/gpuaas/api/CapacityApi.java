// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;

/** Capacity available to a project, and slots, leases and placement for operators. */
public interface CapacityApi {

    /** Explain where a request would be placed, without placing it. */
    @ContractOperation(
            id = "explainPlacement",
            permission = "slots.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/placement", produces = "application/json")
    PlacementExplanation explainPlacement(
            @RequestParam(name = "sku") @Size(min = 1, max = 63) String sku,
            @RequestParam(name = "count") @Min(1) @Max(64) Integer count,
            @RequestParam(name = "strategy", required = false) @Nullable PlacementStrategy strategy);

    /** Get a SKU with its price and availability. */
    @ContractOperation(
            id = "getProjectSku",
            permission = "skus.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/skus/{sku_name}", produces = "application/json")
    Offer getProjectSku(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("sku_name") @Size(min = 1, max = 63) String skuName);

    /** List the SKUs a project can buy, with prices and availability. */
    @ContractOperation(
            id = "listProjectSkus",
            permission = "skus.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/skus", produces = "application/json")
    OfferList listProjectSkus(
            @PathVariable("project_id") ProjectId projectId);

    /** List all GPUs and the allocations that hold them. */
    @ContractOperation(
            id = "listSlots",
            permission = "slots.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/slots", produces = "application/json")
    SlotPage listSlots(
            @RequestParam(name = "node_id", required = false) @Nullable NodeId nodeId,
            @RequestParam(name = "state", required = false) @Nullable SlotState state,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Set a node's location. */
    @ContractOperation(
            id = "setNodeZone",
            permission = "slots.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "node.set_zone")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/nodes/{node_id}/zone", produces = "application/json", consumes = "application/json")
    NodeZone setNodeZone(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody SetNodeZone setNodeZone);

    /** Set whether a GPU is sold whole or divided with MIG. */
    @ContractOperation(
            id = "setSlotMode",
            permission = "slots.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "slot.set_mode")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/nodes/{node_id}/slots/{gpu_uuid}/mode", produces = "application/json", consumes = "application/json")
    Slot setSlotMode(
            @PathVariable("node_id") NodeId nodeId,
            @PathVariable("gpu_uuid") @Size(min = 1, max = 64) String gpuUuid,
            @Valid @RequestBody SetSlotMode setSlotMode);
}
