package io.gpuaas.controlplane.payments;

import com.stripe.exception.StripeException;
import io.gpuaas.controlplane.payments.WebhookInbox.Notice;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PaymentId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Does what is due at the provider, in the role billing-worker. Several may run at once, and any may die at any moment:
 * every step can be repeated.
 */
@Component
class PaymentWorker implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(PaymentWorker.class);

    private static final int AT_A_TIME = 20;
    /** All attempts together take less time than Stripe remembers idempotency keys. */
    private static final int ATTEMPTS_MAX = 15;

    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofHours(1);

    private final WorkStore work;
    private final WebhookInbox inbox;
    private final StripePayments payments;
    private final StripeReturns returns;
    private final AutoTopUps topUps;
    private final ClearingReconciliation reconciliation;
    private final IdSource ids;
    private final Clock clock;
    private final boolean usesStripe;
    private final Duration interval;
    private final AtomicLong stuck;

    PaymentWorker(
            WorkStore work,
            WebhookInbox inbox,
            StripePayments payments,
            StripeReturns returns,
            AutoTopUps topUps,
            ClearingReconciliation reconciliation,
            IdSource ids,
            Clock clock,
            GpuaasProperties properties,
            MeterRegistry metrics) {
        this.work = work;
        this.inbox = inbox;
        this.payments = payments;
        this.returns = returns;
        this.topUps = topUps;
        this.reconciliation = reconciliation;
        this.ids = ids;
        this.clock = clock;
        this.usesStripe = properties.payments().provider() == GpuaasProperties.Payments.Provider.STRIPE;
        this.interval = properties.payments().workInterval();
        this.stuck = metrics.gauge("gpuaas_payment_work_stuck", new AtomicLong());
    }

    @Override
    public void declare(Rounds rounds) {
        if (!usesStripe) {
            return;
        }
        rounds.every(interval, Role.BILLING_WORKER, "payments.work", this::round);
        rounds.every(Duration.ofHours(6), Role.BILLING_WORKER, "payments.delete-old", this::deleteOld)
                .firstAfter(Duration.ofMinutes(20));
    }

    /** Everything that is due. */
    void round() {
        work.add(
                Work.Kind.RECONCILE,
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).toString(),
                clock.instant());
        topUps.look();
        List<Work> due = work.claim(clock.instant(), AT_A_TIME);
        while (!due.isEmpty()) {
            due.forEach(one -> Call.system("payments." + one.kind().wire(), CorrelationId.create(ids))
                    .run(() -> {
                        attempt(one);
                        return one;
                    }));
            due = work.claim(clock.instant(), AT_A_TIME);
        }
        stuck.set(work.stuck());
    }

    void deleteOld() {
        work.deleteOld(clock.instant());
    }

    private void attempt(Work one) {
        try {
            finish(one, carryOut(one));
        } catch (StripeException e) {
            // Its message may quote what was sent; the code and the request's id are enough to find it at Stripe.
            retry(one, "Stripe answered " + e.getStatusCode() + " " + e.getCode() + ", request " + e.getRequestId());
        } catch (DataAccessException e) {
            throw e;
        } catch (RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("work", one.kind())
                    .addKeyValue("subject", one.subject())
                    .log("payment work failed");
            retry(one, String.valueOf(e.getMessage()));
        }
    }

    private Work.Outcome carryOut(Work one) throws StripeException {
        return switch (one.kind()) {
            case CHECKOUT -> payments.openCheckout(PaymentId.parse(one.subject()));
            case CHARGE -> payments.charge(PaymentId.parse(one.subject()));
            case LOOK -> payments.look(PaymentId.parse(one.subject()));
            case REFUND -> returns.refund(UUID.fromString(one.subject()), one.attempts());
            case EVENT -> follow(inbox.require(one.subject()));
            case RECONCILE -> reconciliation.run();
        };
    }

    /** By the object, not by the event: whatever happened to it, we ask how it stands now. */
    private Work.Outcome follow(Notice told) throws StripeException {
        return switch (told.objectKind()) {
            case "checkout.session" -> payments.sessionTold(told.objectId());
            case "payment_intent" -> payments.intentTold(told.objectId());
            case "charge" -> returns.chargeTold(told.objectId());
            case "refund" -> returns.refundTold(told.objectId());
            case "dispute" -> returns.disputeTold(told.objectId());
            default -> Work.DONE;
        };
    }

    private void finish(Work one, Work.Outcome outcome) {
        switch (outcome) {
            case Work.Outcome.Done done -> work.done(one.id());
            case Work.Outcome.Again again ->
                work.again(one.id(), clock.instant().plus(again.after()));
            case Work.Outcome.Hopeless hopeless -> {
                log.atError()
                        .addKeyValue("work", one.kind())
                        .addKeyValue("subject", one.subject())
                        .addKeyValue("reason", hopeless.why())
                        .log("payment work failed; giving up");
                work.dead(one.id(), hopeless.why());
            }
        }
    }

    private void retry(Work one, String why) {
        if (one.attempts() >= ATTEMPTS_MAX) {
            finish(one, new Work.Outcome.Hopeless(why));
            return;
        }
        Duration delay = FIRST_RETRY.multipliedBy(1L << (one.attempts() - 1));
        Instant due = clock.instant().plus(delay.compareTo(LAST_RETRY) < 0 ? delay : LAST_RETRY);
        log.atInfo()
                .addKeyValue("work", one.kind())
                .addKeyValue("subject", one.subject())
                .addKeyValue("retry_at", due)
                .addKeyValue("reason", why)
                .log("payment work failed; retrying");
        work.retry(one.id(), due, why);
    }
}
