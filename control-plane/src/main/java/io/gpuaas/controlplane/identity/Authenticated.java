package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A caller whose credential was verified, with the roles it holds. */
public record Authenticated(Caller caller, List<RoleBinding> bindings) {

    public static final Authenticated NOBODY = new Authenticated(Caller.ANONYMOUS, List.of());

    public record RoleBinding(
            Role role,
            @Nullable TenantId tenantId,
            @Nullable ProjectId projectId) {}
}
