package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.TenantId;

/** Whether a tenant pays before it uses. */
public final class PaymentMode {

    private PaymentMode() {}

    public static boolean prepaid(Policies policies, TenantId tenant) {
        return policies.effective(BillingPolicies.PAYMENT_MODE, tenant, null).equals("prepaid");
    }
}
