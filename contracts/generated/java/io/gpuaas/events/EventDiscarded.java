// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

/** Replaces an event that an operator discarded, so that the sequence has no gaps. */
public record EventDiscarded(
        String discardedEventType,
        String reason)
        implements DomainEvent {

    public static final String TYPE = "events.event_discarded";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        throw new UnsupportedOperationException("It has the aggregate of the event it replaces.");
    }
}
