package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;

/** Lets other domains add to the demo tenant and its person, in the transaction that creates both. */
public interface DemoContents {

    void seed(TenantId tenant, PrincipalId member);
}
