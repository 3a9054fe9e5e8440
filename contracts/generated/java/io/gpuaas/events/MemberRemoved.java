// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

public record MemberRemoved(
        PrincipalId principalId,
        TenantId tenantId,
        @Nullable ProjectId projectId)
        implements DomainEvent {

    public static final String TYPE = "identity.member_removed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("member", tenantId, principalId);
    }
}
