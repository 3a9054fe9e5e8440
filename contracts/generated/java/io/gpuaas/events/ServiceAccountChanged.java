// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;

public record ServiceAccountChanged(
        PrincipalId serviceAccountId,
        ProjectId projectId,
        String change)
        implements DomainEvent {

    public static final String TYPE = "identity.service_account_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("service_account", serviceAccountId);
    }
}
