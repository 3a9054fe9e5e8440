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
            "How late an app may report usage, counted from the end of the reported period.");

    static final PolicyKey<Long> DEBT_MAX = PolicyKey.integer(
                    "usage.debt_max",
                    0,
                    0,
                    1_000_000_000,
                    "units of the currency",
                    List.of(GLOBAL, TENANT),
                    "How far below zero usage records of apps may take the credit of a prepaid tenant. Credit on hold"
                            + " for allocations, and the cost of running ones within billing.release_pending_before,"
                            + " stay reserved.")
            .givingMoney();

    static final PolicyKey<Long> OPEN_DEBT_MAX = PolicyKey.integer(
                    "usage.open_debt_max",
                    1_000_000,
                    0,
                    1_000_000_000,
                    "units of the currency",
                    List.of(GLOBAL, TENANT),
                    "How far below zero usage records of apps may take the credit of a tenant with open"
                            + " billing.payment_mode.")
            .givingMoney();

    static final PolicyKey<Long> TENANT_DAILY_MAX = PolicyKey.integer(
            "usage.tenant_daily_max",
            100_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT),
            "The largest amount that all apps of one tenant together may report per day (UTC).");

    static final PolicyKey<Long> PROJECT_DAILY_MAX = PolicyKey.integer(
            "usage.project_daily_max",
            10_000,
            0,
            1_000_000_000,
            "units of the currency",
            List.of(GLOBAL, TENANT, PROJECT),
            "The largest amount that all apps of one project together may report per day (UTC).");

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(LATE_MAX, DEBT_MAX, OPEN_DEBT_MAX, TENANT_DAILY_MAX, PROJECT_DAILY_MAX);
    }
}
