// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PlatformKeyId;
import org.jspecify.annotations.Nullable;

/** A platform key was registered, confirmed, retired or revoked. */
public record PlatformKeyChanged(
        PlatformKeyId platformKeyId,
        String fingerprint,
        String state,
        boolean confirmed,
        @Nullable String reason)
        implements DomainEvent {

    public static final String TYPE = "artifacts.platform_key_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("platform_key", platformKeyId);
    }
}
