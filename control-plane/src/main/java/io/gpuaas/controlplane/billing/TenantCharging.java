package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.billing.ChargeSql.Charged;
import io.gpuaas.controlplane.billing.ChargeSql.Whose;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.kernel.TenantId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Charges tenants one by one where the statement for their shard failed. A tenant that fails alone too is left out: its
 * shard goes on without it, operators see it, and it is tried again with every tick until it has caught up.
 */
@Component
class TenantCharging {

    /** Each costs a statement; the others of the shard wait meanwhile. */
    private static final int RETRIED_PER_TICK = 200;

    private static final int REASON_LENGTH_MAX = 500;

    private static final Logger log = LoggerFactory.getLogger(TenantCharging.class);

    private final MeterStore meters;
    private final LeftOutStore leftOut;
    private final ChargeSql statement;
    private final Offerings offerings;
    private final CommitmentStore commitments;
    private final TransactionTemplate transaction;
    private final TransactionTemplate savepoint;
    private final Clock clock;
    private final AtomicLong count;

    TenantCharging(
            MeterStore meters,
            LeftOutStore leftOut,
            ChargeSql statement,
            Offerings offerings,
            CommitmentStore commitments,
            PlatformTransactionManager transactions,
            Clock clock,
            MeterRegistry metrics) {
        this.meters = meters;
        this.leftOut = leftOut;
        this.statement = statement;
        this.offerings = offerings;
        this.commitments = commitments;
        this.transaction = new TransactionTemplate(transactions);
        this.savepoint = new TransactionTemplate(transactions);
        savepoint.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        this.clock = clock;
        this.count = metrics.gauge("gpuaas_billing_tenants_left_out", new AtomicLong());
    }

    /** A span that is charged at once: everything between the instants, in windows of that many seconds. */
    record Span(Instant first, Instant until, long window) {}

    /** Of a shard the caller holds, which is billed so far. Afterwards it is billed to the end of the span. */
    Charged chargeEach(int shard, Instant billed, Span span) {
        Charged all = Charged.NOTHING;
        for (TenantId tenant : meters.tenantsToCharge(shard)) {
            all = all.plus(chargeOrLeaveOut(shard, tenant, billed, span));
        }
        meters.moveShard(shard, span.until());
        return all;
    }

    private Charged chargeOrLeaveOut(int shard, TenantId tenant, Instant billed, Span span) {
        try {
            return Objects.requireNonNull(savepoint.execute(status -> {
                leftOut.add(tenant, shard, billed, clock.instant(), "");
                Charged charged = charge(shard, tenant, span);
                leftOut.remove(tenant);
                return charged;
            }));
        } catch (RuntimeException e) {
            if (Independently.isTroubleOfTheDatabase(e)) {
                throw e;
            }
            log.atError()
                    .setCause(e)
                    .addKeyValue("tenant", tenant)
                    .addKeyValue("shard", shard)
                    .log("could not charge a tenant; left it out of its shard");
            leftOut.add(tenant, shard, billed, clock.instant(), reason(e));
            return Charged.NOTHING;
        }
    }

    private Charged charge(int shard, TenantId tenant, Span span) {
        return statement.run(
                Whose.tenant(shard, tenant),
                span.until(),
                span.window(),
                PriceTable.of(offerings.schedule(span.first(), span.until())),
                commitments.anyIn(shard, span.first(), span.until()),
                clock.instant());
    }

    /** Those the shard goes on without, as far as they can be charged again. */
    Charged catchUp(int shard, Instant target, long window) {
        Charged all = Charged.NOTHING;
        for (TenantId tenant : leftOut.toRetry(shard, RETRIED_PER_TICK)) {
            all = all.plus(catchUp(shard, tenant, target, window));
        }
        return all;
    }

    private Charged catchUp(int shard, TenantId tenant, Instant target, long window) {
        Charged all = Charged.NOTHING;
        try {
            Optional<Charged> step = step(shard, tenant, target, window);
            while (step.isPresent()) {
                all = all.plus(step.get());
                step = step(shard, tenant, target, window);
            }
        } catch (RuntimeException e) {
            if (Independently.isTroubleOfTheDatabase(e)) {
                throw e;
            }
            log.atDebug().setCause(e).addKeyValue("tenant", tenant).log("could not charge a left-out tenant yet");
            transaction.executeWithoutResult(status -> leftOut.noteFailed(tenant, reason(e)));
        }
        return all;
    }

    /** Empty when there is nothing more to do for now. */
    private Optional<Charged> step(int shard, TenantId tenant, Instant target, long window) {
        return Objects.requireNonNull(transaction.execute(status -> meters.lockShard(shard)
                .flatMap(billed -> leftOut.billedUntil(tenant)
                        .flatMap(own -> step(shard, tenant, new Progress(billed, own, target), window)))));
    }

    /** How far the shard and the tenant are charged, and how far everything should be. */
    private record Progress(Instant shard, Instant own, Instant target) {}

    private Optional<Charged> step(int shard, TenantId tenant, Progress progress, long window) {
        // Where nothing else runs the shard does not move by itself.
        boolean alone = meters.firstUnbilled(shard).isEmpty();
        Instant goal = alone && progress.target().isAfter(progress.shard()) ? progress.target() : progress.shard();
        Optional<Instant> first = meters.firstUnbilled(tenant);
        if (first.isEmpty()) {
            bringBack(tenant);
            return Optional.empty();
        }
        if (!goal.isAfter(progress.own())) {
            return Optional.empty();
        }
        Instant until = Metering.end(first.get(), progress.own(), goal, window);
        Charged charged = charge(shard, tenant, new Span(first.get(), until, window));
        if (until.equals(goal)) {
            if (goal.isAfter(progress.shard())) {
                meters.moveShard(shard, goal);
            }
            bringBack(tenant);
        }
        return Optional.of(charged);
    }

    private void bringBack(TenantId tenant) {
        leftOut.remove(tenant);
        log.atInfo().addKeyValue("tenant", tenant).log("charging a left-out tenant with its shard again");
    }

    void countLeftOut() {
        count.set(leftOut.count());
    }

    /** The first error of the database, for operators. */
    static String reason(RuntimeException e) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
        String message =
                Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
        return message.length() <= REASON_LENGTH_MAX ? message : message.substring(0, REASON_LENGTH_MAX);
    }
}
