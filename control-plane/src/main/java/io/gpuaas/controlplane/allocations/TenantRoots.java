package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.nodes.RootTenants;
import io.gpuaas.kernel.NodeId;
import org.springframework.stereotype.Component;

/** Says on which hosts tenants are root: where the login of a live allocation got that right when it was created. */
@Component
class TenantRoots implements RootTenants {

    private final AllocationStore store;

    TenantRoots(AllocationStore store) {
        this.store = store;
    }

    @Override
    public boolean on(NodeId node) {
        return store.isRootOn(node, null);
    }

    Observed.Roots of(AllocationRecord allocation) {
        NodeId node = allocation.place().node();
        boolean holder = allocation.facts().root();
        return new Observed.Roots(holder, !holder && node != null && store.isRootOn(node, allocation.id()));
    }
}
