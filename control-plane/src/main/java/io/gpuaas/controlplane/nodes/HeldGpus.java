package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import java.util.Set;

/** Says which GPUs of a node were ever leased. A node cannot have invented those. */
public interface HeldGpus {

    Set<String> everHeld(NodeId node);
}
