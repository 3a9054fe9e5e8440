package io.gpuaas.controlplane.events;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.gpuaas.kernel.DeadLetterId;
import java.util.UUID;

/** An event got stuck and blocks its aggregate. */
record EventDeadLettered(
        DeadLetterId deadLetterId,
        String stage,
        UUID eventId,
        String eventType,
        String aggregateType,
        String aggregateId,
        long sequence,
        String error)
        implements DomainEvent {

    static final String TYPE = "dlq.event_dead_lettered";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    @JsonIgnore
    public Aggregate aggregate() {
        return new Aggregate("dead_letter", deadLetterId.toString());
    }
}
