package io.gpuaas.controlplane.events;

import java.util.Set;

/**
 * Receives events in every process, from its start on, at least once: for dropping cached values and for reacting
 * sooner. Use an {@link EventConsumer} where no event may be missed.
 */
public interface EventListener {

    Set<String> types();

    void hear(EventConsumer.Received event);
}
