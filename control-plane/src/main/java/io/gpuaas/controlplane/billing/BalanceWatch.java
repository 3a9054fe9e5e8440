package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.billing.BalanceLevel.Limits;
import io.gpuaas.controlplane.billing.BalanceLevel.Seen;
import io.gpuaas.controlplane.billing.BalanceLevel.Standing;
import io.gpuaas.controlplane.billing.WatchStore.Purse;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.ledger.Debts;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.AutoReleasePending;
import io.gpuaas.events.BalanceDepleted;
import io.gpuaas.events.BalanceRestored;
import io.gpuaas.events.ForceReleaseRequested;
import io.gpuaas.events.LowBalanceWarning;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Watches credit run out: notifies once at each level, waits for the deadline, then requests the release of
 * allocations.
 */
@Component
class BalanceWatch {

    private final WatchStore store;
    private final MeterStore meters;
    private final BurnRates rates;
    private final Ledger ledger;
    private final Debts debts;
    private final Policies policies;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    BalanceWatch(
            WatchStore store,
            MeterStore meters,
            BurnRates rates,
            Ledger ledger,
            Debts debts,
            Policies policies,
            Outbox outbox,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.store = store;
        this.meters = meters;
        this.rates = rates;
        this.ledger = ledger;
        this.debts = debts;
        this.policies = policies;
        this.outbox = outbox;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    void look() {
        Map<Purse, Long> burning = new LinkedHashMap<>(rates.all(clock.instant()));
        store.uneasy().forEach(purse -> burning.putIfAbsent(purse, 0L));
        Independently each = new Independently();
        burning.forEach((purse, burn) -> {
            if (PaymentMode.prepaid(policies, purse.tenant())) {
                each.run(() -> look(purse, burn));
            }
        });
        each.throwFirst();
    }

    private void look(Purse purse, long burn) {
        Instant now = clock.instant();
        // Most have enough and were never notified: nothing is locked or written for them.
        Standing known = store.find(purse).orElseGet(() -> Standing.sufficient(now));
        if (BalanceLevel.next(known, seen(purse, burn, now), limits(purse.tenant()))
                        .equals(known)
                && known.level() != BalanceLevel.RELEASED) {
            return;
        }
        Call.system("watchBalance", CorrelationId.create(ids))
                .in(purse.tenant(), null)
                .run(() -> transaction.execute(status -> decide(purse, burn, now)));
    }

    private Standing decide(Purse purse, long burn, Instant now) {
        Standing before = store.lock(purse, now);
        Seen seen = seen(purse, burn, now);
        Standing after = BalanceLevel.next(before, seen, limits(purse.tenant()));
        if (!after.equals(before)) {
            tell(purse, before, after, seen);
            store.save(purse, after, seen);
        }
        if (after.level() == BalanceLevel.RELEASED) {
            askForMachinesBack(purse, after);
        }
        return after;
    }

    private void tell(Purse purse, Standing before, Standing after, Seen seen) {
        if (after.level().compareTo(before.level()) < 0) {
            outbox.append(
                    new BalanceRestored(purse.tenant(), purse.currency(), seen.spendableNanos(), seen.burnNanos()));
        }
        // A balance that fell through several levels at once is reported for each: a fast fall skips none.
        for (BalanceLevel level : BalanceLevel.values()) {
            if (level.compareTo(before.level()) > 0 && level.compareTo(after.level()) <= 0) {
                tell(purse, level, after, seen);
            }
        }
    }

    private void tell(Purse purse, BalanceLevel level, Standing after, Seen seen) {
        TenantId tenant = purse.tenant();
        long left = seen.spendableNanos();
        Instant deadline = Objects.requireNonNullElse(after.deadline(), seen.now());
        switch (level) {
            case SUFFICIENT, RELEASED -> {}
            case LOW -> outbox.append(new LowBalanceWarning(tenant, purse.currency(), left, seen.burnNanos()));
            case RELEASE_PENDING ->
                outbox.append(new AutoReleasePending(tenant, purse.currency(), left, seen.burnNanos(), deadline));
            case DEPLETED ->
                outbox.append(new BalanceDepleted(tenant, purse.currency(), left, seen.burnNanos(), deadline));
        }
    }

    /** Also what begins later, out of the queue: nothing runs without credit. */
    private void askForMachinesBack(Purse purse, Standing standing) {
        meters.listOpen(purse.tenant()).stream()
                .filter(open -> store.force(open.allocation(), standing.enteredAt()))
                .forEach(open -> outbox.append(new ForceReleaseRequested(
                        open.allocation(),
                        purse.tenant(),
                        open.project(),
                        purse.currency(),
                        "The credit was used up, and none was added in time.",
                        ForcedReleases.CREDIT)));
        if (meters.settled(purse.tenant())) {
            debts.recognise(
                    purse.tenant(),
                    purse.currency(),
                    purse.tenant() + ":" + purse.currency() + ":"
                            + standing.enteredAt().toEpochMilli());
        }
    }

    private Seen seen(Purse purse, long burn, Instant now) {
        return new Seen(
                ledger.balance(purse.tenant(), purse.currency()).spendable().nanos(), burn, now);
    }

    private Limits limits(TenantId tenant) {
        return new Limits(
                policies.effective(BillingPolicies.WARN_BEFORE, tenant, null),
                policies.effective(BillingPolicies.RELEASE_PENDING_BEFORE, tenant, null),
                policies.effective(BillingPolicies.GRACE, tenant, null));
    }
}
