/**
 * Charges for usage: meters, windows, charges, and the consequences of used-up credit
 * (docs/adr/0015-ledger-and-metering.md, docs/how-to/billing.md).
 *
 * <p>To follow a charge read down: {@code AllocationMetering} opens and ends meters in the transaction that changes an
 * allocation, {@code Metering} decides how far each shard is billed, {@code ChargeSql} charges a shard in one
 * statement. Apps report usage to {@code UsageReports}, which decides each record by {@code UsageRules}.
 *
 * <p>Invariants: a second is charged once, at the price that held then, and only between the proof that an allocation
 * works and its end; usage is added and never changed, and a refund is a row of its own; no event about a low balance
 * is sent twice for one crossing.
 *
 * <p>Deliberately absent: accounts and balances (ledger), prices (offerings), how people pay (payments).
 */
@NullMarked
@ApplicationModule(displayName = "meters, charges, statements, budgets")
package io.gpuaas.controlplane.billing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
