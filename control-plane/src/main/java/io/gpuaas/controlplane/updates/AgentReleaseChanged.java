package io.gpuaas.controlplane.updates;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AgentReleaseId;

/** A release was registered, or its program is complete. */
record AgentReleaseChanged(AgentReleaseId releaseId, String version, String state) implements DomainEvent {

    @Override
    public String type() {
        return "nodes.agent_release_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("agent_release", releaseId.toString());
    }
}
