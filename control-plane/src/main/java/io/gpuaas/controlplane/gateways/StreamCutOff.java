package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.nodes.NodeCutOff;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Ends the streams of a node that is rebuilt: gateways close them at their next sync, at most two seconds later. */
@Component
class StreamCutOff implements NodeCutOff {

    private final StreamStore store;
    private final Clock clock;

    StreamCutOff(StreamStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void nodeCutOff(NodeId node) {
        store.endOfNode(node, clock.instant());
    }
}
