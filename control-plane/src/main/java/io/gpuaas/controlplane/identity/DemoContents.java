package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;

/** What other domains give to the demo tenant and the person who works in it, in the transaction that makes both. */
public interface DemoContents {

    void seed(TenantId tenant, PrincipalId member);
}
