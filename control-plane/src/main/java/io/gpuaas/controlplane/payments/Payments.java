package io.gpuaas.controlplane.payments;

import io.gpuaas.api.PaymentState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.payments.PaymentStore.Wanted;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import org.springframework.stereotype.Component;

/**
 * Takes and refunds payments. The offline provider {@code test} takes every amount at once and moves no money, so its
 * clearing is booked in the same transaction. With {@code stripe} a payment starts as a request, and calls to Stripe
 * are left to {@link PaymentWorker}: no other system is called within a transaction.
 */
@Component
public class Payments {

    static final String OFFLINE = "test";
    private static final long LEAST_UNITS = 1;
    private static final long MOST_UNITS = 1_000_000;

    private final PaymentStore store;
    private final PaymentBooks books;
    private final RefundStore refunds;
    private final WorkStore work;
    private final Policies policies;
    private final Outbox outbox;
    private final IdSource ids;
    private final Clock clock;
    private final GpuaasProperties.Payments settings;

    Payments(
            PaymentStore store,
            PaymentBooks books,
            RefundStore refunds,
            WorkStore work,
            Policies policies,
            Outbox outbox,
            IdSource ids,
            Clock clock,
            GpuaasProperties properties) {
        this.store = store;
        this.books = books;
        this.refunds = refunds;
        this.work = work;
        this.policies = policies;
        this.outbox = outbox;
        this.ids = ids;
        this.clock = clock;
        this.settings = properties.payments();
    }

    /** Offline, and so at once. In the caller's transaction. */
    public PaymentId payOffline(TenantId tenant, Money amount) {
        requireAmount(tenant, amount);
        PaymentRecord wish = wish(new Wanted(tenant, amount, OFFLINE, false, false));
        PaymentRecord paid = store.paid(wish.id(), OFFLINE + "-" + wish.id(), clock.instant());
        books.paid(paid);
        books.settled("settlement:" + wish.id(), paid, amount);
        outbox.append(paid.changed());
        return paid.id();
    }

    PaymentRecord pay(TenantId tenant, Money amount, boolean saveMethod) {
        return switch (settings.provider()) {
            case TEST -> store.find(payOffline(tenant, amount)).orElseThrow();
            case STRIPE -> {
                requireChargeable(tenant, amount);
                PaymentRecord wish = wish(new Wanted(tenant, amount, StripeApi.NAME, false, saveMethod));
                work.add(Work.Kind.CHECKOUT, wish.id().toString(), clock.instant());
                yield wish;
            }
        };
    }

    private PaymentRecord wish(Wanted wanted) {
        PaymentId id = new PaymentId(ids.next());
        return store.add(id, wanted, Call.current().caller().id(), clock.instant())
                .orElseThrow();
    }

    PaymentRecord require(TenantId tenant, PaymentId id) {
        return store.find(id).filter(found -> found.tenant().equals(tenant)).orElseThrow(PaymentErrors::noSuchPayment);
    }

    /** Only what is neither used nor set aside. It leaves the credit now, whenever the provider gives it back. */
    PaymentRecord refund(TenantId tenant, PaymentId id, Money amount, String reason) {
        PaymentRecord payment =
                store.lock(id).filter(found -> found.tenant().equals(tenant)).orElseThrow(PaymentErrors::noSuchPayment);
        requireRefundable(payment, amount);
        PaymentRecord refunded = store.refunded(id, amount.nanos());
        if (payment.provider().name().equals(OFFLINE)) {
            String key = id + ":" + refunded.refundedNanos();
            books.refunded(key, refunded, amount, reason);
            books.unsettled("refund-settlement:" + key, refunded, amount);
        } else {
            Cents.of(amount);
            Refund refund = refunds.add(ids.next(), payment, amount, reason, clock.instant());
            books.refunded(refund.id().toString(), refunded, amount, reason);
            work.add(Work.Kind.REFUND, refund.id().toString(), clock.instant());
        }
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
        Money available = books.lockAvailable(payment);
        if (amount.compareTo(available) > 0) {
            throw PaymentErrors.used(amount, available);
        }
    }

    void requireChargeable(TenantId tenant, Money amount) {
        requireAmount(tenant, amount);
        Cents.of(amount);
    }

    void requireCurrency(TenantId tenant, Money amount) {
        String currency = policies.effective(PaymentPolicies.CURRENCY, tenant, null);
        if (!amount.currency().equals(currency)) {
            throw PaymentErrors.wrongCurrency(amount.currency(), currency);
        }
    }

    private void requireAmount(TenantId tenant, Money amount) {
        requireCurrency(tenant, amount);
        Money unit = new Money(Money.NANOS_PER_UNIT, amount.currency());
        if (amount.compareTo(unit.times(LEAST_UNITS)) < 0 || amount.compareTo(unit.times(MOST_UNITS)) > 0) {
            throw PaymentErrors.outOfBounds(amount, unit.times(LEAST_UNITS), unit.times(MOST_UNITS));
        }
    }
}
