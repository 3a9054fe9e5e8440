// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Identifies a SSH key. */
public record SshKeyId(UUID value) implements TypedId {

    public SshKeyId {
        Objects.requireNonNull(value, "value");
    }

    public static SshKeyId parse(String text) {
        return new SshKeyId(UUID.fromString(text));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
