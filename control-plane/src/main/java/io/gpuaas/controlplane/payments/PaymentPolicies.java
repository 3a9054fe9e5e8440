package io.gpuaas.controlplane.payments;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for payments. */
@Component
public final class PaymentPolicies implements PolicyDeclarations {

    public static final PolicyKey<String> CURRENCY = PolicyKey.choice(
            "billing.currency",
            List.of("USD", "EUR", "GBP", "CHF"),
            List.of(GLOBAL, TENANT),
            "The currency a tenant pays in.");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(CURRENCY);
    }
}
