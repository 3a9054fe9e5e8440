package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.ledger.Account;
import io.gpuaas.controlplane.ledger.AccountKind;
import io.gpuaas.controlplane.ledger.Booking;
import io.gpuaas.controlplane.ledger.Debts;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Books payments in the ledger. {@code clearing} is, with the sign turned, what the provider holds for us: a payment
 * lowers it, refunds, disputes, fees and payouts raise it. Each key books once.
 */
@Component
class PaymentBooks {

    private final Ledger ledger;
    private final Debts debts;
    private final Clock clock;

    PaymentBooks(Ledger ledger, Debts debts, Clock clock) {
        this.ledger = ledger;
        this.debts = debts;
        this.clock = clock;
    }

    void paid(PaymentRecord payment) {
        Money amount = payment.amount();
        book("payment:" + payment.id(), "payment", payment.tenant(), "", clearing(), credit(payment), amount);
        debts.repay(payment.tenant(), amount.currency(), payment.id().toString());
    }

    void settled(String key, PaymentRecord payment, Money amount) {
        book(key, "settlement", payment.tenant(), "", cash(), clearing(), amount);
    }

    void unsettled(String key, PaymentRecord payment, Money amount) {
        book(key, "settlement", payment.tenant(), "", clearing(), cash(), amount);
    }

    void refunded(String key, PaymentRecord payment, Money amount, String reason) {
        book("refund:" + key, "refund", payment.tenant(), reason, credit(payment), clearing(), amount);
    }

    /** The provider could not give it back: it is credit again. */
    void refundFailed(Refund refund, PaymentRecord payment) {
        ledger.reverse(
                "refund:" + refund.id(),
                "refund-failed:" + refund.id(),
                payment.tenant(),
                "The provider could not refund it.");
    }

    /** The bank took it back: from the credit as far as that goes, the rest is owed. */
    void disputed(Dispute dispute, PaymentRecord payment) {
        String currency = dispute.amount().currency();
        ledger.lockAvailable(payment.tenant(), currency);
        long credit = Math.max(0, ledger.balance(payment.tenant(), currency).credit());
        long fromCredit = Math.min(credit, dispute.amount().nanos());
        long owed = dispute.amount().nanos() - fromCredit;
        List<Booking.Transfer> transfers = new ArrayList<>();
        if (fromCredit > 0) {
            transfers.add(new Booking.Transfer(credit(payment), clearing(), new Money(fromCredit, currency)));
        }
        if (owed > 0) {
            Account receivable = Account.of(AccountKind.RECEIVABLE, payment.tenant());
            transfers.add(new Booking.Transfer(receivable, clearing(), new Money(owed, currency)));
        }
        String key = "dispute:" + dispute.id();
        if (!ledger.isBooked(key)) {
            ledger.book(Booking.of(
                    key, "dispute", payment.tenant(), clock.instant(), transfers.toArray(Booking.Transfer[]::new)));
        }
    }

    /** The bank gave it back: it is credit, and pays what is owed first. */
    void disputeWon(Dispute dispute, PaymentRecord payment) {
        String key = "dispute-won:" + dispute.id();
        book(key, "dispute_won", payment.tenant(), "", clearing(), credit(payment), dispute.amount());
        debts.repay(payment.tenant(), dispute.amount().currency(), key);
    }

    /** The provider's fee; negative when it is returned. */
    void fee(String key, Money fee) {
        if (fee.nanos() > 0) {
            bookForPlatform(key, "provider_fee", Account.ofPlatform(AccountKind.FEES), clearing(), fee);
        } else if (fee.nanos() < 0) {
            bookForPlatform(key, "provider_fee", clearing(), Account.ofPlatform(AccountKind.FEES), fee.times(-1));
        }
    }

    /** A payout to our bank account; negative when it came back. */
    void payout(String key, Money amount) {
        if (amount.nanos() > 0) {
            bookForPlatform(key, "payout", cash(), clearing(), amount);
        } else if (amount.nanos() < 0) {
            bookForPlatform(key, "payout", clearing(), cash(), amount.times(-1));
        }
    }

    Money lockAvailable(PaymentRecord payment) {
        return ledger.lockAvailable(payment.tenant(), payment.amount().currency());
    }

    Money cleared(String currency) {
        return ledger.balance(clearing(), currency);
    }

    private void book(
            String key, String kind, TenantId tenant, String reason, Account debit, Account credit, Money amount) {
        Booking booking = Booking.of(key, kind, tenant, clock.instant(), new Booking.Transfer(debit, credit, amount));
        ledger.book(reason.isEmpty() ? booking : booking.because(reason));
    }

    private void bookForPlatform(String key, String kind, Account debit, Account credit, Money amount) {
        ledger.book(new Booking(
                key, kind, null, null, clock.instant(), List.of(new Booking.Transfer(debit, credit, amount))));
    }

    private static Account credit(PaymentRecord payment) {
        return Account.of(AccountKind.CREDIT, payment.tenant());
    }

    private static Account clearing() {
        return Account.ofPlatform(AccountKind.CLEARING);
    }

    private static Account cash() {
        return Account.ofPlatform(AccountKind.CASH);
    }
}
