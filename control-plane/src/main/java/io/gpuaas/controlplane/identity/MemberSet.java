package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** A person got a role in a tenant, or in one of its projects. */
public record MemberSet(
        PrincipalId principalId,
        TenantId tenantId,
        @Nullable ProjectId projectId,
        String role) implements DomainEvent {

    public static final String TYPE = "platform.member_set";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("member", tenantId + "/" + principalId);
    }
}
