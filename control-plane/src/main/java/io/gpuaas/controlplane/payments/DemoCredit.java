package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.identity.DemoContents;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.Money;
import org.springframework.stereotype.Component;

/** Play money, so that a new installation can be tried out at once. */
@Component
class DemoCredit implements DemoContents {

    private static final long UNITS = 10_000;

    private final Payments payments;
    private final Policies policies;

    DemoCredit(Payments payments, Policies policies) {
        this.payments = payments;
        this.policies = policies;
    }

    @Override
    public void seed(Cast cast) {
        String currency = policies.effective(PaymentPolicies.CURRENCY, cast.tenant(), null);
        payments.payOffline(cast.tenant(), new Money(UNITS * Money.NANOS_PER_UNIT, currency));
    }
}
