// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
import org.jspecify.annotations.Nullable;

/** A rollout started, moved on to the next wave, stopped, or ended. */
public record RolloutChanged(
        RolloutId rolloutId,
        AgentReleaseId releaseId,
        String version,
        String state,
        int wave,
        @Nullable String reason)
        implements DomainEvent {

    public static final String TYPE = "updates.rollout_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("rollout", rolloutId);
    }
}
