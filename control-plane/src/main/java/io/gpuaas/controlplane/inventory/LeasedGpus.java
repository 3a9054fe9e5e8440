package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.nodes.HeldGpus;
import io.gpuaas.kernel.NodeId;
import java.util.HashSet;
import java.util.Set;
import org.springframework.stereotype.Component;

/** GPUs that had a lease, however long ago. */
@Component
class LeasedGpus implements HeldGpus {

    private final HostStore store;

    LeasedGpus(HostStore store) {
        this.store = store;
    }

    @Override
    public Set<String> everHeld(NodeId node) {
        return new HashSet<>(store.listEverLeased(node));
    }
}
