package io.gpuaas.controlplane.ledger;

import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Books usage beyond the credit as a debt once nothing runs any more; new credit pays it first. */
@Component
public class Debts {

    private final Ledger ledger;
    private final Clock clock;

    Debts(Ledger ledger, Clock clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    /** Turns a credit below zero into something that is owed. The key names the occasion. */
    public boolean recognise(TenantId tenant, String currency, String key) {
        ledger.lockCredit(tenant, currency);
        long credit =
                ledger.balance(Account.of(AccountKind.CREDIT, tenant), currency).nanos();
        return credit < 0
                && ledger.book(Booking.of(
                        "debt:" + key,
                        "debt",
                        tenant,
                        clock.instant(),
                        new Booking.Transfer(
                                Account.of(AccountKind.RECEIVABLE, tenant),
                                Account.of(AccountKind.CREDIT, tenant),
                                new Money(-credit, currency))));
    }

    /** Pays what is owed, as far as the credit goes. The key names the payment. */
    public boolean repay(TenantId tenant, String currency, String key) {
        ledger.lockCredit(tenant, currency);
        long owed = -ledger.balance(Account.of(AccountKind.RECEIVABLE, tenant), currency)
                .nanos();
        long credit =
                ledger.balance(Account.of(AccountKind.CREDIT, tenant), currency).nanos();
        long paid = Math.min(owed, credit);
        return paid > 0
                && ledger.book(Booking.of(
                        "repayment:" + key,
                        "repayment",
                        tenant,
                        clock.instant(),
                        new Booking.Transfer(
                                Account.of(AccountKind.CREDIT, tenant),
                                Account.of(AccountKind.RECEIVABLE, tenant),
                                new Money(paid, currency))));
    }
}
