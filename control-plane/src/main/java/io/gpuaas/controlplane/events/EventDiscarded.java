package io.gpuaas.controlplane.events;

/** Takes the place of an event an operator gave up on, so that the aggregate's sequence stays dense. */
record EventDiscarded(
        String discardedEventType,
        String reason,
        @com.fasterxml.jackson.annotation.JsonIgnore Aggregate aggregate) implements DomainEvent {

    static final String TYPE = "platform.event_discarded";

    @Override
    public String type() {
        return TYPE;
    }
}
