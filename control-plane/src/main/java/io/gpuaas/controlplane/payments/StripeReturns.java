package io.gpuaas.controlplane.payments;

import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.payments.StripeApi.DisputeSeen;
import io.gpuaas.controlplane.payments.StripeApi.RefundSeen;
import io.gpuaas.events.DisputeChanged;
import io.gpuaas.kernel.IdSource;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Handles money that goes back: refunds we request, refunds made at Stripe, and disputes. */
@Component
class StripeReturns {

    private final StripeApi stripe;
    private final PaymentStore payments;
    private final RefundStore refunds;
    private final DisputeStore disputes;
    private final PaymentBooks books;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    StripeReturns(
            StripeApi stripe,
            PaymentStore payments,
            RefundStore refunds,
            DisputeStore disputes,
            PaymentBooks books,
            Outbox outbox,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.stripe = stripe;
        this.payments = payments;
        this.refunds = refunds;
        this.disputes = disputes;
        this.books = books;
        this.outbox = outbox;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    /** After a failed attempt it is first looked whether Stripe made it all the same. */
    Work.Outcome refund(UUID id, int attempts) throws StripeException {
        Refund refund = refunds.find(id).orElseThrow();
        if (refund.state() != Refund.State.REQUESTED) {
            return Work.DONE;
        }
        PaymentRecord payment = payments.find(refund.payment()).orElseThrow();
        String intent =
                Objects.requireNonNull(payment.provider().reference(), "a payment that was paid has a reference");
        if (attempts > 1) {
            Optional<RefundSeen> made = stripe.refunds(intent).stream()
                    .filter(seen -> id.equals(seen.ours()))
                    .findFirst();
            if (made.isPresent()) {
                return settle(payment, made.get());
            }
        }
        try {
            return settle(payment, stripe.refund(refund, intent));
        } catch (InvalidRequestException e) {
            return settle(payment, new RefundSeen("refused-" + id, refund.amount(), Refund.State.FAILED, id));
        }
    }

    Work.Outcome chargeTold(String charge) throws StripeException {
        Optional<String> intent = stripe.intentOfCharge(charge);
        return intent.isEmpty() ? Work.DONE : follow(intent.get());
    }

    Work.Outcome refundTold(String refund) throws StripeException {
        Optional<String> intent = stripe.intentOfRefund(refund);
        return intent.isEmpty() ? Work.DONE : follow(intent.get());
    }

    private Work.Outcome follow(String intent) throws StripeException {
        List<RefundSeen> seen = stripe.refunds(intent);
        if (seen.isEmpty()) {
            return Work.DONE;
        }
        Optional<PaymentRecord> payment = payments.findByReference(StripeApi.NAME, intent);
        if (payment.isEmpty()) {
            return unbooked(intent);
        }
        for (RefundSeen one : seen) {
            Work.Outcome outcome = settle(payment.get(), one);
            if (!outcome.equals(Work.DONE)) {
                return outcome;
            }
        }
        return Work.DONE;
    }

    /** News of what followed a payment may come before those of the payment itself. */
    private Work.Outcome unbooked(String intent) throws StripeException {
        if (stripe.paymentOfIntent(intent).isEmpty()) {
            return Work.DONE;
        }
        throw new IllegalStateException("the payment of " + intent + " is not booked yet");
    }

    private Work.Outcome settle(PaymentRecord payment, RefundSeen seen) {
        if (!seen.amount().currency().equals(payment.amount().currency())) {
            return new Work.Outcome.Hopeless("Stripe refunded " + seen.amount() + " of a payment of " + payment.amount()
                    + "; nothing was booked.");
        }
        transaction.executeWithoutResult(status -> {
            PaymentRecord locked = payments.lock(payment.id()).orElseThrow();
            UUID ours = seen.ours();
            Optional<Refund> known = ours == null ? refunds.findByReference(seen.id()) : refunds.find(ours);
            move(locked, known.orElseGet(() -> foreign(locked, seen)), seen);
        });
        return Work.DONE;
    }

    /** The payment was refunded at Stripe: the money is gone, so it leaves the credit, even below zero. */
    private Refund foreign(PaymentRecord payment, RefundSeen seen) {
        Refund refund = refunds.add(ids.next(), payment, seen.amount(), "Refunded at Stripe.", clock.instant());
        payments.refunded(payment.id(), seen.amount().nanos());
        books.refunded(refund.id().toString(), payment, seen.amount(), "Refunded at Stripe.");
        return refund;
    }

    private void move(PaymentRecord payment, Refund refund, RefundSeen seen) {
        if (!refund.state().mayBecome(seen.state())) {
            return;
        }
        refunds.save(refund.id(), seen.state(), seen.id());
        PaymentRecord after = payments.find(payment.id()).orElseThrow();
        if (seen.state() == Refund.State.FAILED) {
            books.refundFailed(refund, payment);
            after = payments.refunded(payment.id(), -refund.amount().nanos());
        }
        outbox.append(after.changed());
    }

    Work.Outcome disputeTold(String id) throws StripeException {
        DisputeSeen seen = stripe.dispute(id);
        String intent = seen.intent();
        if (intent == null) {
            return Work.DONE;
        }
        Optional<PaymentRecord> payment = payments.findByReference(StripeApi.NAME, intent);
        if (payment.isEmpty()) {
            return unbooked(intent);
        }
        if (!seen.amount().currency().equals(payment.get().amount().currency())) {
            return new Work.Outcome.Hopeless("The dispute " + id + " is about " + seen.amount() + ", the payment was "
                    + payment.get().amount() + "; nothing was booked.");
        }
        transaction.executeWithoutResult(status -> {
            payments.lock(payment.get().id());
            decide(payment.get(), seen);
        });
        return Work.DONE;
    }

    /** A dispute that was already decided when we first hear of it was open before: both are booked. */
    private void decide(PaymentRecord payment, DisputeSeen seen) {
        Optional<Dispute> known = disputes.find(seen.id());
        Dispute.State before = known.map(Dispute::state).orElse(Dispute.State.INQUIRY);
        if (known.isPresent() && !before.mayBecome(seen.state())) {
            return;
        }
        boolean isOver = seen.state().compareTo(Dispute.State.WON) >= 0;
        Dispute dispute = new Dispute(
                seen.id(),
                payment.id(),
                payment.tenant(),
                seen.amount(),
                seen.state(),
                seen.openedAt(),
                isOver ? clock.instant() : null);
        disputes.save(dispute);
        if (seen.state() != Dispute.State.INQUIRY && before == Dispute.State.INQUIRY) {
            books.disputed(dispute, payment);
        }
        if (seen.state() == Dispute.State.WON) {
            books.disputeWon(dispute, payment);
        }
        outbox.append(changed(dispute));
    }

    private static DisputeChanged changed(Dispute dispute) {
        return new DisputeChanged(
                dispute.payment(),
                dispute.tenant(),
                dispute.id(),
                dispute.state().wire(),
                dispute.amount().currency(),
                dispute.amount().nanos());
    }
}
