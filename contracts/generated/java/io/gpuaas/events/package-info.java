// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
/**
 * The events of the contract as records: a domain publishes one through the outbox, others switch over it. The
 * part of a type before the dot names the package that publishes the event.
 */
@NullMarked
package io.gpuaas.events;

import org.jspecify.annotations.NullMarked;
