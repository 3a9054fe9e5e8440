// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.StreamId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Gateways that carry streams between nodes and users, for operators. */
public interface GatewaysApi {

    /** Close a log stream. */
    @ContractOperation(
            id = "closeLogStream",
            permission = "node_logs.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.close_log_stream")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/log-streams/{stream_id}/close", produces = "application/json")
    LogStream closeLogStream(
            @PathVariable("node_id") NodeId nodeId,
            @PathVariable("stream_id") StreamId streamId);

    /** Create a gateway. */
    @ContractOperation(
            id = "createGateway",
            permission = "gateways.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "gateway.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/gateways", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    NewGateway createGateway(
            @Valid @RequestBody CreateGateway createGateway);

    /** Stream a node's log. */
    @ContractOperation(
            id = "createLogStream",
            permission = "node_logs.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "node.stream_logs")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/nodes/{node_id}/log-streams", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    LogStream createLogStream(
            @PathVariable("node_id") NodeId nodeId,
            @Valid @RequestBody CreateLogStream createLogStream);

    /** List gateways. */
    @ContractOperation(
            id = "listGateways",
            permission = "gateways.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/gateways", produces = "application/json")
    GatewayPage listGateways(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Revoke a gateway and end its streams. */
    @ContractOperation(
            id = "revokeGateway",
            permission = "gateways.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "gateway.revoke")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/gateways/{gateway_id}/revoke", produces = "application/json")
    Gateway revokeGateway(
            @PathVariable("gateway_id") GatewayId gatewayId);
}
