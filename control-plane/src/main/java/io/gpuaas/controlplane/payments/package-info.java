/**
 * What tenants pay in and get back.
 *
 * <p>Invariants: a payment is booked once, whatever its provider says how often and in which order; no more is given
 * back than was paid, and only credit that was not used.
 *
 * <p>Deliberately absent: card numbers, which only the provider sees.
 */
@NullMarked
@ApplicationModule(displayName = "money in and out, Stripe")
package io.gpuaas.controlplane.payments;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
