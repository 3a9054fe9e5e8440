package io.gpuaas.controlplane.payments;

import io.gpuaas.controlplane.identity.DemoContents;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.TenantId;
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
    public void seed(TenantId tenant, PrincipalId member) {
        String currency = policies.effective(PaymentPolicies.CURRENCY, tenant, null);
        payments.payOffline(tenant, new Money(UNITS * Money.NANOS_PER_UNIT, currency));
    }
}
