// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

public record PolicyChanged(
        String key,
        String scope,
        @Nullable UUID scopeId,
        @Nullable String value)
        implements DomainEvent {

    public static final String TYPE = "policy.policy_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("policy", scope, scopeId);
    }
}
