package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;

/** Hears, in the transaction that does it, that nothing a node has open counts any more. */
public interface NodeCutOff {

    void nodeCutOff(NodeId node);
}
