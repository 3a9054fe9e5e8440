// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AgentReleaseId;

/** An agent release was registered, or its upload is complete. */
public record AgentReleaseChanged(
        AgentReleaseId releaseId,
        String version,
        String state)
        implements DomainEvent {

    public static final String TYPE = "updates.agent_release_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("agent_release", releaseId);
    }
}
