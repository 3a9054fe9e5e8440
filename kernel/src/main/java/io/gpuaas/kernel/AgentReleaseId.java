package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names a release of the node agent. */
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
