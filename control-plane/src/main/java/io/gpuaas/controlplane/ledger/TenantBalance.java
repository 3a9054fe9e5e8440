package io.gpuaas.controlplane.ledger;

import io.gpuaas.kernel.Money;

/** What a tenant has in one currency, in nano-units. Receivable is what it owes, as a positive number. */
public record TenantBalance(String currency, long credit, long promotional, long held, long accrued, long receivable) {

    static TenantBalance none(String currency) {
        return new TenantBalance(currency, 0, 0, 0, 0, 0);
    }

    /** What could be spent on something new. */
    public Money available() {
        return spendable().minus(new Money(held, currency));
    }

    /** What use that is running already can draw on. What is owed is paid first. */
    public Money spendable() {
        return new Money(credit + promotional - receivable, currency);
    }
}
