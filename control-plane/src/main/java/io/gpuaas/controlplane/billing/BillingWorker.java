package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.ledger.Promotions;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs the role billing-worker: charges usage that is over, then checks which tenants can still pay. Several may run at
 * once.
 */
@Component
class BillingWorker {

    private static final Logger log = LoggerFactory.getLogger(BillingWorker.class);

    private final Metering metering;
    private final BalanceWatch watch;
    private final Budgets budgets;
    private final FreeTier freeTier;
    private final Promotions promotions;
    private final MonthClose monthClose;
    private final LeftOutStore leftOut;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final boolean works;

    BillingWorker(
            Metering metering,
            BalanceWatch watch,
            Budgets budgets,
            FreeTier freeTier,
            Promotions promotions,
            MonthClose monthClose,
            LeftOutStore leftOut,
            TransactionTemplate transaction,
            IdSource ids,
            GpuaasProperties properties) {
        this.metering = metering;
        this.watch = watch;
        this.budgets = budgets;
        this.freeTier = freeTier;
        this.promotions = promotions;
        this.monthClose = monthClose;
        this.leftOut = leftOut;
        this.transaction = transaction;
        this.ids = ids;
        this.works = properties.has(GpuaasProperties.Role.BILLING_WORKER);
    }

    @Scheduled(fixedDelayString = "${gpuaas.billing.tick-interval}")
    void work() {
        if (!works) {
            return;
        }
        try {
            round();
        } catch (DataAccessException | ProblemException | ArithmeticException e) {
            log.warn("billing was interrupted; trying again", e);
        }
    }

    /** Final decisions, and releases, wait while the clock is wrong. A failure of one part does not stop the others. */
    void round() {
        Independently each = new Independently();
        if (!metering.clockJumped()) {
            each.run(freeTier::grant);
        }
        if (!metering.tick().clockJumped()) {
            each.run(this::expirePromotions);
            each.run(watch::look);
            each.run(budgets::look);
            each.run(monthClose::closeWhatIsOver);
        }
        each.throwFirst();
    }

    private void expirePromotions() {
        Instant chargedUntil = metering.chargedUntil();
        Call.system("expirePromotions", CorrelationId.create(ids))
                .run(() -> transaction.execute(status -> promotions.expire(chargedUntil, leftOut.all())));
    }
}
