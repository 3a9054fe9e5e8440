// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies an agent release. */
public record AgentReleaseId(UUID value) implements TypedId {

    public AgentReleaseId {
        Objects.requireNonNull(value, "value");
    }

    public static AgentReleaseId parse(String text) {
        return new AgentReleaseId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
