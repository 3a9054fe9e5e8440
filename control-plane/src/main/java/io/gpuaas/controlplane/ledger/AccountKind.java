package io.gpuaas.controlplane.ledger;

import java.util.Locale;

/** What an account is for. Those of tenants say what the platform owes them, or they owe it. */
public enum AccountKind {
    /** Paid in advance. Below zero: used more than was paid. */
    CREDIT,
    /** Used and charged, not yet earned by the platform. */
    ACCRUED,
    /** What a tenant owes after its credit was gone. */
    RECEIVABLE,
    /** Given, not paid; one account for each gift. */
    PROMOTIONAL,
    /** Of months that are closed. */
    EARNINGS,
    /** On its way from or to the payment provider. */
    CLEARING,
    CASH,
    /** What the payment provider keeps. */
    FEES,
    /** Promotional credit that nobody used in time. */
    BREAKAGE,
    /** What the platform gives away. */
    GOODWILL;

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
