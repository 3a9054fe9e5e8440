package io.gpuaas.controlplane.payments;

import io.gpuaas.api.PaymentState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.ledger.Account;
import io.gpuaas.controlplane.ledger.AccountKind;
import io.gpuaas.controlplane.ledger.Booking;
import io.gpuaas.controlplane.ledger.Debts;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;

/**
 * Takes payments and gives them back. The offline provider {@code test} is the only one: it takes every amount at once
 * and moves no money, so that what it clears is in the till in the same transaction.
 */
@Component
public class Payments {

    static final String OFFLINE = "test";
    private static final long LEAST_UNITS = 1;
    private static final long MOST_UNITS = 1_000_000;

    private final PaymentStore store;
    private final Ledger ledger;
    private final Debts debts;
    private final Policies policies;
    private final Outbox outbox;
    private final IdSource ids;
    private final Clock clock;

    Payments(
            PaymentStore store,
            Ledger ledger,
            Debts debts,
            Policies policies,
            Outbox outbox,
            IdSource ids,
            Clock clock) {
        this.store = store;
        this.ledger = ledger;
        this.debts = debts;
        this.policies = policies;
        this.outbox = outbox;
        this.ids = ids;
        this.clock = clock;
    }

    /** Offline, and so at once. In the caller's transaction. */
    public PaymentId payOffline(TenantId tenant, Money amount) {
        return pay(tenant, amount).id();
    }

    PaymentRecord pay(TenantId tenant, Money amount) {
        requireAmount(tenant, amount);
        PaymentId id = new PaymentId(ids.next());
        store.add(id, tenant, amount, OFFLINE, Call.current().caller().id(), now());
        PaymentRecord paid = store.paid(id, OFFLINE + "-" + id, now());
        ledger.book(Booking.of(
                "payment:" + id,
                "payment",
                tenant,
                now(),
                new Booking.Transfer(
                        Account.ofPlatform(AccountKind.CLEARING), Account.of(AccountKind.CREDIT, tenant), amount)));
        settle("settlement:" + id, tenant, AccountKind.CASH, AccountKind.CLEARING, amount);
        debts.repay(tenant, amount.currency(), id.toString());
        outbox.append(paid.changed());
        return paid;
    }

    /** Only what is neither used nor set aside. */
    PaymentRecord refund(TenantId tenant, PaymentId id, Money amount, String reason) {
        PaymentRecord payment =
                store.lock(id).filter(found -> found.tenant().equals(tenant)).orElseThrow(PaymentErrors::noSuchPayment);
        requireRefundable(payment, amount);
        PaymentRecord refunded = store.refunded(id, amount.nanos());
        String key = id + ":" + refunded.refundedNanos();
        ledger.book(Booking.of(
                        "refund:" + key,
                        "refund",
                        tenant,
                        now(),
                        new Booking.Transfer(
                                Account.of(AccountKind.CREDIT, tenant),
                                Account.ofPlatform(AccountKind.CLEARING),
                                amount))
                .because(reason));
        settle("refund-settlement:" + key, tenant, AccountKind.CLEARING, AccountKind.CASH, amount);
        outbox.append(refunded.changed());
        return refunded;
    }

    private void requireRefundable(PaymentRecord payment, Money amount) {
        if (payment.state() != PaymentState.PAID) {
            throw PaymentErrors.notPaid();
        }
        if (!amount.currency().equals(payment.amount().currency())) {
            throw PaymentErrors.wrongCurrency(
                    amount.currency(), payment.amount().currency());
        }
        if (amount.nanos() <= 0 || amount.compareTo(payment.left()) > 0) {
            throw PaymentErrors.moreThanPaid(amount, payment.left());
        }
        Money available = ledger.lockAvailable(payment.tenant(), amount.currency());
        if (amount.compareTo(available) > 0) {
            throw PaymentErrors.used(amount, available);
        }
    }

    private void settle(String key, TenantId tenant, AccountKind debit, AccountKind credit, Money amount) {
        ledger.book(Booking.of(
                key,
                "settlement",
                tenant,
                now(),
                new Booking.Transfer(Account.ofPlatform(debit), Account.ofPlatform(credit), amount)));
    }

    private void requireAmount(TenantId tenant, Money amount) {
        String currency = policies.effective(PolicyKeys.BILLING_CURRENCY, tenant, null);
        if (!amount.currency().equals(currency)) {
            throw PaymentErrors.wrongCurrency(amount.currency(), currency);
        }
        Money unit = new Money(Money.NANOS_PER_UNIT, currency);
        if (amount.compareTo(unit.times(LEAST_UNITS)) < 0 || amount.compareTo(unit.times(MOST_UNITS)) > 0) {
            throw PaymentErrors.outOfBounds(amount, unit.times(LEAST_UNITS), unit.times(MOST_UNITS));
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
