// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** A publisher's key was registered, confirmed, retired or revoked. */
public record PublisherKeyChanged(
        PublisherId publisherId,
        PublisherKeyId publisherKeyId,
        TenantId tenantId,
        String fingerprint,
        String state,
        @Nullable String reason,
        @Nullable Boolean confirmed)
        implements DomainEvent {

    public static final String TYPE = "artifacts.publisher_key_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("publisher", publisherId);
    }
}
