package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.events.DomainEvent;
import io.gpuaas.kernel.CorrelationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event as delivered to a handler. The envelope is parsed when its contents are first read. */
final class Delivered implements EventConsumer.Received {

    private final Event event;
    private final String operation;
    private final EnvelopeJson json;
    private EnvelopeJson.@Nullable Opened opened;

    Delivered(Event event, String operation, EnvelopeJson json) {
        this.event = event;
        this.operation = operation;
        this.json = json;
    }

    EnvelopeJson.Opened opened() {
        EnvelopeJson.Opened known = opened;
        if (known == null) {
            known = json.open(event.envelope());
            opened = known;
        }
        return known;
    }

    @Override
    public Call call() {
        EnvelopeJson.Opened envelope = opened();
        return new Call(
                operation,
                Caller.SYSTEM,
                new CorrelationId(envelope.correlationId()),
                envelope.tenantId(),
                envelope.projectId(),
                null);
    }

    @Override
    public String type() {
        return opened().type();
    }

    @Override
    public DomainEvent.Aggregate aggregate() {
        return DomainEvent.Aggregate.parse(event.aggregate());
    }

    @Override
    public long sequence() {
        return event.sequence();
    }

    @Override
    public Instant occurredAt() {
        return opened().occurredAt();
    }

    @Override
    public DomainEvent event() {
        return json.event(opened());
    }
}
