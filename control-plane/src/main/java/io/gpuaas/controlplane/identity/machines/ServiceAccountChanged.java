package io.gpuaas.controlplane.identity.machines;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;

/** A service account or one of its keys was made, changed or ended. */
record ServiceAccountChanged(PrincipalId serviceAccountId, ProjectId projectId, String change) implements DomainEvent {

    @Override
    public String type() {
        return "platform.service_account_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("service_account", serviceAccountId.toString());
    }
}
