package io.gpuaas.controlplane.identity;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;

/** Lets other domains add to the demo tenant and its people, in the transaction that creates them. */
public interface DemoContents {

    /** The tenant with its first project, and who works in it. */
    record Cast(TenantId tenant, ProjectId playground, PrincipalId owner, PrincipalId member, PrincipalId operator) {}

    void seed(Cast cast);
}
