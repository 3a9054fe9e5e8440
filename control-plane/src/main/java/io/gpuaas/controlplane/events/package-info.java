/**
 * Events: a domain change appends them to the outbox in its own transaction; the relay publishes them
 * to the bus; consumers handle them once.
 *
 * <p>Invariants: nothing publishes except the relay; sequences are dense per aggregate; the relay
 * never skips or reorders within an aggregate; an event that cannot be moved blocks only its own
 * aggregate, is retried by itself and can be replayed or discarded by an operator; a consumer's
 * effects and its progress commit together.
 *
 * <p>Deliberately absent: the events themselves. They are generated from contracts/asyncapi.yaml into
 * {@code io.gpuaas.events}; the part of a type before the dot names the package that publishes it.
 */
@NullMarked
@ApplicationModule(displayName = "outbox, relay, bus, consumers, dead letters")
package io.gpuaas.controlplane.events;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
