package io.gpuaas.controlplane.billing.usage;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.PROJECT;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for the usage that apps report. */
@Component
final class UsagePolicies implements PolicyDeclarations {

    static final PolicyKey<Duration> LATE_MAX = PolicyKey.duration(
            "usage.late_max",
            Duration.ofDays(7),
            Duration.ofMinutes(10),
            Duration.ofDays(45),
            List.of(GLOBAL, TENANT),
            "How long after its end a record of use by an app is still accepted.");

    static final PolicyKey<Long> DEBT_MAX = PolicyKey.integer(
                    "usage.debt_max",
                    0,
                    0,
                    1_000_000_000,
                    "units of the currency",
                    List.of(GLOBAL, TENANT),
                    "How far below zero records of apps may take the credit of a tenant that pays in advance. What is set aside for"
                            + " machines, and what running ones cost within billing.release_pending_before, is left to them.")
            .givingMoney();

    static final PolicyKey<Long> OPEN_DEBT_MAX = PolicyKey.integer(
                    "usage.open_debt_max",
                    1_000_000,
                    0,
                    1_000_000_000,
                    "units of the currency",
                    List.of(GLOBAL, TENANT),
                    "The same for a tenant whose billing.payment_mode is open.")
            .givingMoney();

    static final PolicyKey<Long> TENANT_DAILY_MAX = PolicyKey.integer(
            "usage.tenant_daily_max",
            100_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT),
            "How much all apps of a tenant may report on one day (UTC).");

    static final PolicyKey<Long> PROJECT_DAILY_MAX = PolicyKey.integer(
            "usage.project_daily_max",
            10_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT, PROJECT),
            "How much the apps of one project may report on one day (UTC).");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(LATE_MAX, DEBT_MAX, OPEN_DEBT_MAX, TENANT_DAILY_MAX, PROJECT_DAILY_MAX);
    }
}
