package io.gpuaas.controlplane.ledger;

import java.util.Locale;

/**
 * The purpose of an account. A tenant's accounts say what the platform owes the tenant or the tenant owes the platform.
 */
public enum AccountKind {
    /** Paid in advance. Below zero: used more than was paid. */
    CREDIT,
    /** Used and charged, not yet earned by the platform. */
    ACCRUED,
    /** A tenant's debt after its credit was used up. */
    RECEIVABLE,
    /** Given, not paid; one account for each gift. */
    PROMOTIONAL,
    /** Of months that are closed. */
    EARNINGS,
    /** On its way from or to the payment provider. */
    CLEARING,
    CASH,
    /** Fees of the payment provider. */
    FEES,
    /** Promotional credit that expired unused. */
    BREAKAGE,
    /** Credit that the platform gives away. */
    GOODWILL;

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
