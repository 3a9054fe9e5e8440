/**
 * Usage that apps report and that is charged by the unit: measures, their prices, limits per tenant, and the records
 * that become ledger entries (docs/adr/0019).
 */
@NullMarked
package io.gpuaas.controlplane.billing.usage;

import org.jspecify.annotations.NullMarked;
