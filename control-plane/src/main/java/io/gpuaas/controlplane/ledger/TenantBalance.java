package io.gpuaas.controlplane.ledger;

import io.gpuaas.kernel.Money;

/** A tenant's balance in one currency, in nano-units. The receivable is the tenant's debt, as a positive number. */
public record TenantBalance(String currency, long credit, long promotional, long held, long accrued, long receivable) {

    static TenantBalance none(String currency) {
        return new TenantBalance(currency, 0, 0, 0, 0, 0);
    }

    /** Available for new purchases. */
    public Money available() {
        return spendable().minus(new Money(held, currency));
    }

    /** Available to usage that is running already. Debts are paid first. */
    public Money spendable() {
        return new Money(credit + promotional - receivable, currency);
    }
}
