/**
 * The audit trail: who did what, where, with which outcome, under which correlation id.
 *
 * <p>Invariants: rows are added and never changed, and the database refuses anything else; a success row commits with
 * the change it records; rows are sealed into a chain off the hot path, with a key the database does not hold, so that
 * a changed, removed or slipped-in row is found.
 *
 * <p>Deliberately absent: any call to record from a handler. The pipeline records.
 */
@NullMarked
@ApplicationModule(displayName = "the trail, its seals, search, export and archived months")
package io.gpuaas.controlplane.audit;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
