package io.gpuaas.controlplane.updates;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
import org.jspecify.annotations.Nullable;

/** A rollout began, went on with another wave, stopped or ended. */
record RolloutChanged(
        RolloutId rolloutId,
        AgentReleaseId releaseId,
        String version,
        String state,
        int wave,
        @Nullable String reason) implements DomainEvent {

    @Override
    public String type() {
        return "nodes.rollout_changed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("rollout", rolloutId.toString());
    }
}
