package io.gpuaas.controlplane.policy;

import io.gpuaas.controlplane.events.DomainEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An override was set (value present) or cleared. */
record PolicyChanged(
        String key,
        String scope,
        @Nullable UUID scopeId,
        @Nullable String value) implements DomainEvent {

    static final String TYPE = "platform.policy_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("policy", scope + (scopeId == null ? "" : "/" + scopeId));
    }
}
