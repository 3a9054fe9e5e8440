package io.gpuaas.controlplane.billing;

import io.gpuaas.api.TenantBalance;
import io.gpuaas.controlplane.billing.BalanceLevel.Seen;
import io.gpuaas.controlplane.billing.BalanceLevel.Standing;
import io.gpuaas.controlplane.billing.WatchStore.Purse;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.payments.PaymentPolicies;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Shows a tenant's credit: with what runs, how long it lasts, and the next consequence. */
@Component
class Balances {

    private final Ledger ledger;
    private final BurnRates rates;
    private final WatchStore watch;
    private final Policies policies;
    private final Clock clock;

    Balances(Ledger ledger, BurnRates rates, WatchStore watch, Policies policies, Clock clock) {
        this.ledger = ledger;
        this.rates = rates;
        this.watch = watch;
        this.policies = policies;
        this.clock = clock;
    }

    /** In the tenant's own currency always, and in every other it ever had something in. */
    List<TenantBalance> of(TenantId tenant) {
        Set<String> currencies = new LinkedHashSet<>();
        currencies.add(policies.effective(PaymentPolicies.CURRENCY, tenant, null));
        ledger.balances(tenant).forEach(balance -> currencies.add(balance.currency()));
        Instant now = clock.instant();
        return currencies.stream()
                .map(currency -> view(new Purse(tenant, currency), now))
                .toList();
    }

    private TenantBalance view(Purse purse, Instant now) {
        io.gpuaas.controlplane.ledger.TenantBalance balance = ledger.balance(purse.tenant(), purse.currency());
        long burn = rates.of(purse, now);
        Duration left = new Seen(balance.spendable().nanos(), burn, now).left();
        Standing standing = watch.find(purse).orElseGet(() -> Standing.sufficient(now));
        return new TenantBalance(
                purse.currency(),
                balance.credit(),
                balance.promotional(),
                balance.held(),
                balance.available().nanos(),
                balance.accrued(),
                balance.receivable(),
                burn,
                left == null ? null : left.toSeconds(),
                io.gpuaas.api.BalanceLevel.fromWire(standing.level().wire()),
                standing.deadline());
    }
}
