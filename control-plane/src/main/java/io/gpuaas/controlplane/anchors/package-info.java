/**
 * Anchors of sealed chains: which seal a chain had at which time, written outside of the database, so that cutting off
 * the newest seals together with their rows shows.
 *
 * <p>Invariants: an anchor is written after its seal was committed; it carries a MAC made with the chain's key; one
 * that was written is never changed or deleted by this program.
 *
 * <p>Deliberately absent: tables. A table could be cut off with the rest.
 */
@NullMarked
@ApplicationModule(displayName = "writes the newest seals outside the database")
package io.gpuaas.controlplane.anchors;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
