package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.billing.ChargeSql.Charged;
import io.gpuaas.controlplane.billing.ChargeSql.Whose;
import io.gpuaas.controlplane.billing.TenantCharging.Span;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PostConstruct;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Charges windows that are over, shard by shard; after a rest, all that were missed, in steps. */
@Component
class Metering implements BackgroundWork {

    /** Changes of an allocation at the end of a window are committed by then; later ones are corrected by a refund. */
    static final Duration SETTLING = Duration.ofSeconds(5);

    /** So that catching up does not become one statement of millions of rows. */
    private static final long WINDOWS_PER_STATEMENT = 60;

    private static final Logger log = LoggerFactory.getLogger(Metering.class);

    private final MeterStore meters;
    private final ChargeSql statement;
    private final Offerings offerings;
    private final CommitmentStore commitments;
    private final LeftOutStore leftOut;
    private final TenantCharging oneByOne;
    private final Policies policies;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final AtomicLong shardsWaiting;

    Metering(
            MeterStore meters,
            ChargeSql statement,
            Offerings offerings,
            CommitmentStore commitments,
            LeftOutStore leftOut,
            TenantCharging oneByOne,
            Policies policies,
            TransactionTemplate transaction,
            Clock clock,
            MeterRegistry metrics) {
        this.meters = meters;
        this.statement = statement;
        this.offerings = offerings;
        this.commitments = commitments;
        this.leftOut = leftOut;
        this.oneByOne = oneByOne;
        this.policies = policies;
        this.transaction = transaction;
        this.clock = clock;
        this.shardsWaiting = metrics.gauge("gpuaas_billing_shards_waiting", new AtomicLong());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(12), "billing.partitions", this::keepPartitions)
                .firstAfter(Duration.ofHours(12));
    }

    @PostConstruct
    void keepPartitions() {
        meters.keepPartitions(clock.instant());
    }

    /** The charges, and whether the clock seemed to jump: then nothing else may be decided by it. */
    record Tick(Charged charged, boolean clockJumped) {}

    /** Charges every window that is over. A shard that another process is billing is left to it. */
    Tick tick() {
        long window = policies.effective(BillingPolicies.WINDOW_SECONDS);
        Instant target = target(window);
        List<Step> steps = Shards.each(shard -> chargeAll(shard, target, window));
        oneByOne.countLeftOut();
        shardsWaiting.set(steps.stream().filter(Step::waits).count());
        return new Tick(
                steps.stream().map(Step::charged).reduce(Charged.NOTHING, Charged::plus),
                steps.stream().anyMatch(step -> step.next() == Next.CLOCK_JUMPED));
    }

    /** The same question as a tick asks, before anything is charged. */
    boolean clockJumped() {
        Instant target = target(policies.effective(BillingPolicies.WINDOW_SECONDS));
        return meters.firstUnbilled()
                .filter(first -> looksLikeAJump(first, target))
                .isPresent();
    }

    /** All use before this moment is charged. */
    Instant chargedUntil() {
        Instant now = clock.instant();
        return meters.firstUnbilled().filter(first -> first.isBefore(now)).orElse(now);
    }

    private Instant target(long window) {
        long now = clock.instant().minus(SETTLING).getEpochSecond();
        return Instant.ofEpochSecond(Math.floorDiv(now, window) * window);
    }

    private boolean looksLikeAJump(Instant first, Instant target) {
        Duration catchUpMax = policies.effective(BillingPolicies.CATCH_UP_MAX);
        return first.plus(catchUpMax).isBefore(target);
    }

    private Step chargeAll(int shard, Instant target, long window) {
        Charged all = Charged.NOTHING;
        Step step = Step.nothing(Next.MORE);
        while (step.next() == Next.MORE) {
            step = chargeOrWait(shard, target, window);
            all = all.plus(step.charged());
        }
        if (step.next() == Next.DONE) {
            all = all.plus(catchUpOrWait(shard, target, window));
        }
        return new Step(all, step.next());
    }

    private enum Next {
        MORE,
        DONE,
        FAILED,
        CLOCK_JUMPED
    }

    private record Step(Charged charged, Next next) {

        static Step nothing(Next next) {
            return new Step(Charged.NOTHING, next);
        }

        boolean waits() {
            return next == Next.FAILED || next == Next.CLOCK_JUMPED;
        }
    }

    /** All tenants of a shard together, or one by one. */
    private interface Charging {
        Charged charge(Instant billed, Span span);
    }

    /** A failure in one shard does not stop the billing of the others. */
    private Step chargeOrWait(int shard, Instant target, long window) {
        try {
            return charge(shard, target, window, (billed, span) -> chargeTogether(shard, span));
        } catch (DataAccessException e) {
            if (Independently.isTroubleOfTheDatabase(e)) {
                return failed(shard, e);
            }
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("shard", shard)
                    .log("could not bill a shard at once; charging its tenants one by one");
            return chargeOneByOne(shard, target, window);
        }
    }

    private Step chargeOneByOne(int shard, Instant target, long window) {
        try {
            return charge(shard, target, window, (billed, span) -> oneByOne.chargeEach(shard, billed, span));
        } catch (DataAccessException e) {
            return failed(shard, e);
        }
    }

    private Charged catchUpOrWait(int shard, Instant target, long window) {
        try {
            return oneByOne.catchUp(shard, target, window);
        } catch (DataAccessException e) {
            log.atError()
                    .setCause(e)
                    .addKeyValue("shard", shard)
                    .log("could not charge the left-out tenants of a shard");
            return Charged.NOTHING;
        }
    }

    private static Step failed(int shard, DataAccessException e) {
        log.atError().setCause(e).addKeyValue("shard", shard).log("could not bill a shard; retrying");
        return Step.nothing(Next.FAILED);
    }

    private Step charge(int shard, Instant target, long window, Charging charging) {
        return Objects.requireNonNull(transaction.execute(status -> meters.lockShard(shard)
                .map(billed -> chargeLocked(shard, billed, target, window, charging))
                .orElse(Step.nothing(Next.DONE))));
    }

    private Charged chargeTogether(int shard, Span span) {
        return statement.run(
                Whose.shard(shard, leftOut.ofShard(shard)),
                span.until(),
                span.window(),
                PriceTable.of(offerings.schedule(span.first(), span.until())),
                commitments.anyIn(shard, span.first(), span.until()),
                clock.instant());
    }

    private Step chargeLocked(int shard, Instant billed, Instant target, long window, Charging charging) {
        if (!target.isAfter(billed)) {
            return Step.nothing(Next.DONE);
        }
        Optional<Instant> unbilled = meters.firstUnbilled(shard);
        if (unbilled.isEmpty()) {
            return Step.nothing(Next.DONE);
        }
        Instant first = unbilled.get();
        if (looksLikeAJump(first, target)) {
            log.atError()
                    .addKeyValue("shard", shard)
                    .addKeyValue("billed_until", first)
                    .addKeyValue("now", target)
                    .log(
                            "stopped billing a shard because the clock seems to have jumped: raise billing.catch_up_max if the"
                                    + " clock is right");
            return Step.nothing(Next.CLOCK_JUMPED);
        }
        Instant until = end(first, billed, target, window);
        Charged charged = charging.charge(billed, new Span(first, until, window));
        return new Step(charged, until.isBefore(target) ? Next.MORE : Next.DONE);
    }

    /** Never before what is billed already: what began late is charged as far as the others at once. */
    static Instant end(Instant first, Instant billed, Instant target, long window) {
        Instant step =
                Instant.ofEpochSecond((Math.floorDiv(first.getEpochSecond(), window) + WINDOWS_PER_STATEMENT) * window);
        Instant bounded = step.isBefore(target) ? step : target;
        return bounded.isBefore(billed) ? billed : bounded;
    }
}
