/**
 * The catalogue: SKUs with the shape of their capacity, their visibility and their prices over time.
 *
 * <p>Invariants: a SKU is never deleted, only retired; a price is never changed, only followed by another, and at any
 * instant exactly one is in effect for a tenant or none at all; a SKU that a tenant does not see looks absent to it.
 *
 * <p>Deliberately absent: how much of it is free, which belongs to inventory.
 */
@NullMarked
@ApplicationModule(displayName = "SKUs and prices")
package io.gpuaas.controlplane.offerings;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
