// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;

public record PublisherCreated(
        PublisherId publisherId,
        TenantId tenantId,
        String namespace)
        implements DomainEvent {

    public static final String TYPE = "artifacts.publisher_created";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("publisher", publisherId);
    }
}
