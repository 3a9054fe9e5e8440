package io.gpuaas.kernel;

import java.util.Objects;
import java.util.UUID;

/** Names one of a user's SSH public keys. */
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
