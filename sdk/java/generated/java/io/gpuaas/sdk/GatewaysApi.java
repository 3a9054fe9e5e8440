// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.StreamId;

/** Gateways that carry streams between nodes and users, for operators. */
public final class GatewaysApi {

    private final Transport transport;

    GatewaysApi(Transport transport) {
        this.transport = transport;
    }

    /** Close a log stream. */
    public LogStream closeLogStream(NodeId nodeId, StreamId streamId) {
        return closeLogStream(nodeId, streamId, IdempotencyKey.random());
    }

    /** Close a log stream, under a key you chose: the same key again answers the same and does nothing more. */
    public LogStream closeLogStream(NodeId nodeId, StreamId streamId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/log-streams/{stream_id}/close")
                .path("node_id", nodeId)
                .path("stream_id", streamId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, LogStream.class);
    }

    /** Create a gateway. */
    public NewGateway createGateway(CreateGateway createGateway) {
        return createGateway(createGateway, IdempotencyKey.random());
    }

    /** Create a gateway, under a key you chose: the same key again answers the same and does nothing more. */
    public NewGateway createGateway(CreateGateway createGateway, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/gateways")
                .idempotencyKey(idempotencyKey)
                .body(createGateway)
                .accept("application/json");
        return transport.send(call, NewGateway.class);
    }

    /** Stream a node's log. */
    public LogStream createLogStream(NodeId nodeId, CreateLogStream createLogStream) {
        return createLogStream(nodeId, createLogStream, IdempotencyKey.random());
    }

    /** Stream a node's log, under a key you chose: the same key again answers the same and does nothing more. */
    public LogStream createLogStream(NodeId nodeId, CreateLogStream createLogStream, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/nodes/{node_id}/log-streams")
                .path("node_id", nodeId)
                .idempotencyKey(idempotencyKey)
                .body(createLogStream)
                .accept("application/json");
        return transport.send(call, LogStream.class);
    }

    /** List gateways. */
    public GatewayPage listGateways(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/gateways")
                .page(page)
                .accept("application/json");
        return transport.send(call, GatewayPage.class);
    }

    /** Revoke a gateway and end its streams. */
    public Gateway revokeGateway(GatewayId gatewayId) {
        return revokeGateway(gatewayId, IdempotencyKey.random());
    }

    /** Revoke a gateway and end its streams, under a key you chose: the same key again answers the same and does nothing more. */
    public Gateway revokeGateway(GatewayId gatewayId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/gateways/{gateway_id}/revoke")
                .path("gateway_id", gatewayId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Gateway.class);
    }
}
