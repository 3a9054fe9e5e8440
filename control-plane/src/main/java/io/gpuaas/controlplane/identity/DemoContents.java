package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.TenantId;

/** What other domains put into the demo tenant, in the transaction that makes it. */
public interface DemoContents {

    void seed(TenantId tenant);
}
