package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.kernel.TenantId;

/** Whether a tenant pays before it uses. */
public final class PaymentMode {

    private PaymentMode() {}

    public static boolean prepaid(Policies policies, TenantId tenant) {
        return policies.effective(PolicyKeys.BILLING_PAYMENT_MODE, tenant, null).equals("prepaid");
    }
}
