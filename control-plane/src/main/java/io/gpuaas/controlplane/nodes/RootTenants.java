package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;

/**
 * Says whether a tenant is root on a host. What the agent there says about faults is then that tenant's word: it may be
 * true, but it costs the tenant nothing to invent it.
 */
public interface RootTenants {

    boolean on(NodeId node);
}
