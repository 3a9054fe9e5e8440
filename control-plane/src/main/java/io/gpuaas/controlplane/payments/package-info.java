/**
 * Payments by tenants, refunds and disputes.
 *
 * <p>Invariants: a payment is booked once, however often and in whichever order its provider reports it; no more is
 * refunded than was paid, and only credit that was not used.
 *
 * <p>Deliberately absent: card numbers, which only the provider sees.
 */
@NullMarked
@ApplicationModule(displayName = "money in and out, Stripe")
package io.gpuaas.controlplane.payments;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
