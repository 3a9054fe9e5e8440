package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationMeter;
import io.gpuaas.controlplane.ledger.Holds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Opens and ends meters, and sets money aside, in the transaction that changes the allocation. */
@Component
class AllocationMetering implements AllocationMeter {

    private static final BigInteger MINUTES_PER_HOUR = BigInteger.valueOf(60);

    private final MeterStore meters;
    private final Holds holds;
    private final FreeTier freeTier;
    private final Budgets budgets;
    private final Policies policies;

    AllocationMetering(MeterStore meters, Holds holds, FreeTier freeTier, Budgets budgets, Policies policies) {
        this.meters = meters;
        this.holds = holds;
        this.freeTier = freeTier;
        this.budgets = budgets;
        this.policies = policies;
    }

    @Override
    public void requested(Metered allocation) {
        budgets.requireRoom(allocation.project());
        paidFirst(allocation.tenant(), allocation.hourlyCost())
                .ifPresent(part -> holds.place(allocation.id().value(), allocation.tenant(), part));
    }

    @Override
    public void requirePayable(TenantId tenant, @Nullable Money hourlyCost) {
        paidFirst(tenant, hourlyCost).ifPresent(part -> holds.requireAvailable(tenant, part));
    }

    /** The credit that must be available before an allocation begins. */
    private Optional<Money> paidFirst(TenantId tenant, @Nullable Money hourlyCost) {
        if (hourlyCost == null || !PaymentMode.prepaid(policies, tenant)) {
            return Optional.empty();
        }
        freeTier.grant(tenant);
        return Optional.of(share(hourlyCost, policies.effective(BillingPolicies.HOLD_MINUTES, tenant, null)));
    }

    /** Rounded up: it is given back. A price no long can hold so often is beyond every balance anyway. */
    static Money share(Money hourly, long minutes) {
        BigInteger nanos = BigInteger.valueOf(hourly.nanos())
                .multiply(BigInteger.valueOf(minutes))
                .add(MINUTES_PER_HOUR.subtract(BigInteger.ONE))
                .divide(MINUTES_PER_HOUR);
        return new Money(nanos.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact(), hourly.currency());
    }

    @Override
    public void works(Metered allocation) {
        // An MIG instance or host without counted GPUs is nothing that could be charged by GPU.
        if (allocation.gpus() > 0) {
            meters.open(allocation, WholeSeconds.atOrAfter(allocation.at()));
        }
    }

    @Override
    public void stopsWorking(Metered allocation) {
        if (policies.effective(BillingPolicies.DEGRADED, allocation.tenant(), null)
                .equals("free")) {
            meters.end(allocation.id(), WholeSeconds.atOrBefore(allocation.at()));
        }
    }

    @Override
    public void ends(Metered allocation) {
        meters.end(allocation.id(), WholeSeconds.atOrBefore(allocation.at()));
        holds.release(allocation.id().value());
    }
}
