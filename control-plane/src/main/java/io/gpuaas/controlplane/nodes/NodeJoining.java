package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** How a host that was built anew becomes the node it was. */
@Component
public class NodeJoining {

    private final JoinTokens tokens;

    NodeJoining(JoinTokens tokens) {
        this.tokens = tokens;
    }

    /** In the caller's transaction: a token only this node can use, once. */
    @Transactional(propagation = Propagation.MANDATORY)
    public String tokenFor(NodeId node, Duration lifetime) {
        return tokens.create(1, lifetime, node).getFirst().text();
    }
}
