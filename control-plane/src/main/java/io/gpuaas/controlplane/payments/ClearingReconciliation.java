package io.gpuaas.controlplane.payments;

import com.stripe.exception.StripeException;
import io.gpuaas.controlplane.payments.StripeApi.Movement;
import io.gpuaas.kernel.Money;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Compares clearing with what Stripe holds for us, once a day. Fees and payouts are booked here, from Stripe's own list;
 * payments, refunds and disputes must be in our books already.
 */
@Component
class ClearingReconciliation {

    private static final Logger log = LoggerFactory.getLogger(ClearingReconciliation.class);

    private static final int DIFFERENCES_MAX = 100;

    private final StripeApi stripe;
    private final ReconciliationStore store;
    private final PaymentStore payments;
    private final RefundStore refunds;
    private final DisputeStore disputes;
    private final PaymentBooks books;
    private final WorkStore work;
    private final TransactionTemplate transaction;
    private final Clock clock;

    ClearingReconciliation(
            StripeApi stripe,
            ReconciliationStore store,
            PaymentStore payments,
            RefundStore refunds,
            DisputeStore disputes,
            PaymentBooks books,
            WorkStore work,
            TransactionTemplate transaction,
            Clock clock) {
        this.stripe = stripe;
        this.store = store;
        this.payments = payments;
        this.refunds = refunds;
        this.disputes = disputes;
        this.books = books;
        this.work = work;
        this.transaction = transaction;
        this.clock = clock;
    }

    Work.Outcome run() throws StripeException {
        Instant from = store.comparedUntil();
        Instant to = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        List<Movement> movements = stripe.movements(from, to);
        Map<String, Money> holdings = stripe.holdings();
        transaction.executeWithoutResult(status -> report(from, to, movements, holdings));
        return Work.DONE;
    }

    private void report(Instant from, Instant to, List<Movement> movements, Map<String, Money> holdings) {
        Set<String> currencies = new TreeSet<>(holdings.keySet());
        movements.forEach(movement -> currencies.add(movement.amount().currency()));
        for (String currency : currencies) {
            List<Movement> own = movements.stream()
                    .filter(movement -> movement.amount().currency().equals(currency))
                    .toList();
            List<String> differences = new ArrayList<>();
            own.forEach(movement -> compare(movement).ifPresent(differences::add));
            Money held = holdings.getOrDefault(currency, Money.zero(currency));
            long cleared = books.cleared(currency).nanos();
            long inFlight = refunds.inFlight(currency);
            long off = held.nanos() + cleared - inFlight;
            store.add(
                    new ReconciliationStore.Report(
                            clock.instant(), from, to, currency, own.size(), cleared, held.nanos(), inFlight, off),
                    differences.stream().limit(DIFFERENCES_MAX).toList(),
                    work.stuck());
            if (off != 0 || !differences.isEmpty()) {
                log.atError()
                        .addKeyValue("off_nanos", off)
                        .addKeyValue("currency", currency)
                        .addKeyValue("differences", differences.size())
                        .log("the clearing account differs from the balance at Stripe");
            }
        }
    }

    /** The discrepancy, if there is one. */
    private Optional<String> compare(Movement movement) {
        books.fee("stripe-fee:" + movement.id(), movement.fee());
        return switch (movement.type()) {
            case "charge", "payment" -> compare(movement, payment(movement));
            case "refund", "payment_refund" -> compare(movement, refund(movement));
            case "refund_failure", "payment_failure_refund" ->
                compare(movement, refund(movement).map(m -> m.times(-1)));
            case "adjustment" -> compare(movement, dispute(movement));
            case "stripe_fee" -> {
                books.fee("stripe-fee-only:" + movement.id(), movement.amount().times(-1));
                yield Optional.empty();
            }
            case "payout", "payout_failure", "payout_cancel" -> {
                books.payout("stripe-payout:" + movement.id(), movement.amount().times(-1));
                yield Optional.empty();
            }
            default ->
                Optional.of(movement.id() + ": Stripe moved " + movement.amount() + " as " + movement.type()
                        + ", which is not booked");
        };
    }

    private static Optional<String> compare(Movement movement, Optional<Money> booked) {
        if (booked.isEmpty()) {
            return Optional.of(movement.id() + ": Stripe moved " + movement.amount() + " as " + movement.type() + " of "
                    + movement.source() + ", which is not in our books");
        }
        return booked.get().equals(movement.amount())
                ? Optional.empty()
                : Optional.of(movement.id() + ": Stripe moved " + movement.amount() + ", we booked " + booked.get());
    }

    private Optional<Money> payment(Movement movement) {
        return source(movement)
                .flatMap(intent -> payments.findByReference(StripeApi.NAME, intent))
                .map(PaymentRecord::amount);
    }

    private Optional<Money> refund(Movement movement) {
        return source(movement)
                .flatMap(refunds::findByReference)
                .map(refund -> refund.amount().times(-1));
    }

    /** Taken when it is opened, given back when it is won. */
    private Optional<Money> dispute(Movement movement) {
        int sign = movement.amount().nanos() < 0 ? -1 : 1;
        return source(movement)
                .flatMap(disputes::find)
                .map(dispute -> dispute.amount().times(sign));
    }

    private static Optional<String> source(Movement movement) {
        return Optional.ofNullable(movement.source());
    }
}
