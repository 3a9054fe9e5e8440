package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationMeter;
import io.gpuaas.controlplane.ledger.Holds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.kernel.Money;
import java.math.BigInteger;
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
        Money hourly = allocation.hourlyCost();
        if (hourly != null && PaymentMode.prepaid(policies, allocation.tenant())) {
            long minutes = policies.effective(PolicyKeys.BILLING_HOLD_MINUTES, allocation.tenant(), null);
            freeTier.grant(allocation.tenant());
            holds.place(allocation.id().value(), allocation.tenant(), share(hourly, minutes));
        }
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
        if (policies.effective(PolicyKeys.BILLING_DEGRADED, allocation.tenant(), null)
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
