package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;

/**
 * Says whether a tenant is root on a host. Faults that the agent there reports then count as that tenant's report: they
 * may be true, but inventing them costs the tenant nothing.
 */
public interface RootTenants {

    boolean on(NodeId node);
}
