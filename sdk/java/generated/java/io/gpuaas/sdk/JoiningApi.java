// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.NodeId;

/** How hosts join the fleet, and what a host reports about its fitness, for operators. */
public final class JoiningApi {

    private final Transport transport;

    JoiningApi(Transport transport) {
        this.transport = transport;
    }

    /** Get the line that makes a host join. */
    public JoinLine getJoinLine() {
        Call call = Call.of("GET", "/api/v1/nodes/join-line")
                .accept("application/json");
        return transport.send(call, JoinLine.class);
    }

    /** Get the checks a host made of itself. */
    public NodeChecks getNodeChecks(NodeId nodeId) {
        Call call = Call.of("GET", "/api/v1/nodes/{node_id}/checks")
                .path("node_id", nodeId)
                .accept("application/json");
        return transport.send(call, NodeChecks.class);
    }
}
