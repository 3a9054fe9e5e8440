// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.DeadLetterId;
import java.util.UUID;

public record EventDeadLettered(
        DeadLetterId deadLetterId,
        String stage,
        UUID eventId,
        String eventType,
        String aggregateType,
        String aggregateId,
        long sequence,
        String error)
        implements DomainEvent {

    public static final String TYPE = "events.event_dead_lettered";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("dead_letter", deadLetterId);
    }
}
