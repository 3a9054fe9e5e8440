package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** A person lost every role in a tenant, or the role in one project. */
public record MemberRemoved(
        PrincipalId principalId,
        TenantId tenantId,
        @Nullable ProjectId projectId) implements DomainEvent {

    public static final String TYPE = "platform.member_removed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("member", tenantId + "/" + principalId);
    }
}
