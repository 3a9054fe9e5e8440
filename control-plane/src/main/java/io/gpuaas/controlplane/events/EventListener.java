package io.gpuaas.controlplane.events;

import java.util.Set;

/**
 * Hears events in every process, from its start on, at least once: for dropping cached values and
 * for going on sooner.
 * What must not be missed belongs to an {@link EventConsumer}.
 */
public interface EventListener {

    Set<String> types();

    void hear(EventConsumer.Received event);
}
