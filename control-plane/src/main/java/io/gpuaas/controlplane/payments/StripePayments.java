package io.gpuaas.controlplane.payments;

import com.stripe.exception.CardException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import io.gpuaas.api.PaymentState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.payments.StripeApi.Checkout;
import io.gpuaas.controlplane.payments.StripeApi.SavedMethod;
import io.gpuaas.controlplane.payments.StripeApi.Seen;
import io.gpuaas.controlplane.payments.StripeApi.Standing;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.PaymentId;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Completes payments at Stripe: asks outside of transactions, then books the result. */
@Component
class StripePayments {

    private static final Duration LOOK_AFTER = Duration.ofMinutes(10);
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(30);

    private final StripeApi stripe;
    private final PaymentStore store;
    private final PaymentBooks books;
    private final WorkStore work;
    private final AutoTopUps topUps;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final PublicUrl url;
    private final Clock clock;

    StripePayments(
            StripeApi stripe,
            PaymentStore store,
            PaymentBooks books,
            WorkStore work,
            AutoTopUps topUps,
            Outbox outbox,
            TransactionTemplate transaction,
            PublicUrl url,
            Clock clock) {
        this.stripe = stripe;
        this.store = store;
        this.books = books;
        this.work = work;
        this.topUps = topUps;
        this.outbox = outbox;
        this.transaction = transaction;
        this.url = url;
        this.clock = clock;
    }

    Work.Outcome openCheckout(PaymentId id) throws StripeException {
        PaymentRecord payment = store.find(id).orElseThrow();
        if (payment.state() != PaymentState.PENDING || payment.provider().checkoutReference() != null) {
            return Work.DONE;
        }
        Checkout checkout;
        try {
            checkout = stripe.openCheckout(payment, url.external() + "/billing?payment=" + id);
        } catch (InvalidRequestException e) {
            return fail(payment, "Stripe rejected the request: " + e.getCode());
        }
        transaction.executeWithoutResult(status -> {
            store.opened(id, checkout.reference(), checkout.url());
            work.add(Work.Kind.LOOK, id.toString(), clock.instant().plus(LOOK_AFTER));
        });
        return Work.DONE;
    }

    Work.Outcome charge(PaymentId id) throws StripeException {
        PaymentRecord payment = store.find(id).orElseThrow();
        Optional<SavedMethod> method = topUps.method(payment.tenant());
        if (payment.state() != PaymentState.PENDING) {
            return Work.DONE;
        }
        if (method.isEmpty()) {
            return fail(payment, "The saved payment method was removed.");
        }
        try {
            return apply(payment, stripe.charge(payment, method.get()), Work.Kind.CHARGE);
        } catch (CardException e) {
            return fail(payment, "The payment method was declined: " + e.getCode() + ".");
        } catch (InvalidRequestException e) {
            return fail(payment, "Stripe rejected the request: " + e.getCode() + ".");
        }
    }

    /** Polls the payment in case no webhook arrives. */
    Work.Outcome look(PaymentId id) throws StripeException {
        PaymentRecord payment = store.find(id).orElseThrow();
        if (payment.state() == PaymentState.PAID) {
            return Work.DONE;
        }
        String checkout = payment.provider().checkoutReference();
        String intent = payment.provider().reference();
        if (checkout != null) {
            return apply(payment, stripe.session(checkout), Work.Kind.LOOK);
        }
        return intent == null
                ? Work.DONE
                : apply(payment, stripe.intent(intent, payment.request().isAutomatic()), Work.Kind.LOOK);
    }

    Work.Outcome sessionTold(String session) throws StripeException {
        Seen seen = stripe.session(session);
        String ours = seen.payment();
        // A session that another program created on the same account.
        return ours == null ? Work.DONE : told(PaymentId.parse(ours), seen);
    }

    Work.Outcome intentTold(String intent) throws StripeException {
        Optional<PaymentRecord> payment =
                stripe.paymentOfIntent(intent).map(PaymentId::parse).flatMap(store::find);
        return payment.isEmpty()
                ? Work.DONE
                : told(
                        payment.get().id(),
                        stripe.intent(intent, payment.get().request().isAutomatic()));
    }

    private Work.Outcome told(PaymentId id, Seen seen) {
        Optional<PaymentRecord> payment = store.find(id);
        if (payment.isEmpty()) {
            return new Work.Outcome.Hopeless("Stripe names the payment " + id + ", which is not here.");
        }
        return apply(payment.get(), seen, Work.Kind.EVENT);
    }

    private Work.Outcome apply(PaymentRecord payment, Seen seen, Work.Kind during) {
        return switch (seen.standing()) {
            case Standing.Paid paid -> paid(payment, paid);
            case Standing.Failed failed -> fail(payment, failed.why());
            case Standing.Open open -> wait(payment, seen, during);
        };
    }

    private Work.Outcome wait(PaymentRecord payment, Seen seen, Work.Kind during) {
        String intent = seen.intent();
        transaction.executeWithoutResult(status -> {
            if (intent != null) {
                store.referred(payment.id(), intent);
            }
            work.add(Work.Kind.LOOK, payment.id().toString(), clock.instant().plus(LOOK_AFTER));
        });
        return during == Work.Kind.LOOK ? new Work.Outcome.Again(LOOK_AGAIN) : Work.DONE;
    }

    private Work.Outcome paid(PaymentRecord payment, Standing.Paid paid) {
        if (!paid.received().equals(payment.amount())) {
            return new Work.Outcome.Hopeless("Stripe received " + paid.received() + " for payment " + payment.id()
                    + " of " + payment.amount() + "; nothing was booked.");
        }
        transaction.executeWithoutResult(status -> {
            PaymentRecord locked = store.lock(payment.id()).orElseThrow();
            if (locked.state() == PaymentState.PAID) {
                return;
            }
            PaymentRecord done = store.paid(payment.id(), paid.intent(), clock.instant());
            books.paid(done);
            SavedMethod method = paid.method();
            if (method != null && done.request().savesMethod()) {
                topUps.save(done.tenant(), method);
            }
            if (done.request().isAutomatic()) {
                topUps.succeeded(done.tenant());
            }
            outbox.append(done.changed());
        });
        return Work.DONE;
    }

    private Work.Outcome fail(PaymentRecord payment, String why) {
        transaction.executeWithoutResult(status -> {
            if (store.lock(payment.id()).orElseThrow().state() != PaymentState.PENDING) {
                return;
            }
            PaymentRecord failed = store.failed(payment.id(), why);
            if (failed.request().isAutomatic()) {
                topUps.failed(failed, why);
            }
            outbox.append(failed.changed());
        });
        return Work.DONE;
    }
}
