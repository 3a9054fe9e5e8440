package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import org.springframework.stereotype.Component;

@Component
class FaultWatch {

    void look(NodeId node, NodeMessages.Heartbeat heartbeat) {}
}
