/**
 * Double-entry bookkeeping: balances of tenants and of the platform, and the transfers behind them
 * (docs/adr/0015-ledger-and-metering.md).
 *
 * <p>Invariants, all kept by the database: a transfer takes from one account what it gives to another of the same
 * currency, so the sum of all accounts is always zero; transfers, bookings and seals are added and never changed;
 * balances follow in the transaction of the transfers, by a trigger; a business key books once. A verifier compares
 * balances with sums all the time, and transfers are sealed into a chain off the hot path, with a key the database does
 * not hold.
 *
 * <p>Deliberately absent: prices and time (billing), and reports of payment providers (payments).
 */
@NullMarked
@ApplicationModule(displayName = "transfers, balances, holds, promotional credit, seals")
package io.gpuaas.controlplane.ledger;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
