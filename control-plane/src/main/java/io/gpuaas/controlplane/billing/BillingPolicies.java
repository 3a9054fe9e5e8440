package io.gpuaas.controlplane.billing;

import static io.gpuaas.api.PolicyScope.GLOBAL;
import static io.gpuaas.api.PolicyScope.TENANT;

import io.gpuaas.controlplane.policy.PolicyDeclarations;
import io.gpuaas.controlplane.policy.PolicyKey;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Policy keys for charging, credit and approvals. */
@Component
public final class BillingPolicies implements PolicyDeclarations {

    static final PolicyKey<String> PAYMENT_MODE = PolicyKey.choice(
                    "billing.payment_mode",
                    List.of("prepaid", "open"),
                    List.of(GLOBAL, TENANT),
                    "prepaid: without enough credit nothing begins, and what runs is released when the credit is gone. open: use"
                            + " is charged, and the credit may fall below zero.")
            .givingMoney();

    static final PolicyKey<Long> WINDOW_SECONDS = PolicyKey.integer(
            "billing.window_seconds",
            60,
            10,
            3_600,
            "seconds",
            List.of(GLOBAL),
            "Length of the time windows in which use is charged.");

    static final PolicyKey<Long> HOLD_MINUTES = PolicyKey.integer(
            "billing.hold_minutes",
            30,
            0,
            1_440,
            "minutes",
            List.of(GLOBAL, TENANT),
            "How many minutes of an allocation's cost must be available before it starts. The amount is put on hold.");

    static final PolicyKey<String> DEGRADED = PolicyKey.choice(
                    "billing.degraded",
                    List.of("free", "charged"),
                    List.of(GLOBAL, TENANT),
                    "Whether time in which an allocation is degraded is charged.")
            .givingMoney();

    static final PolicyKey<Duration> CATCH_UP_MAX = PolicyKey.duration(
            "billing.catch_up_max",
            Duration.ofDays(7),
            Duration.ofHours(1),
            Duration.ofDays(366),
            List.of(GLOBAL),
            "The longest period that is charged late without confirmation. A longer one may come from a clock that jumped.");

    static final PolicyKey<Duration> WARN_BEFORE = PolicyKey.duration(
            "billing.warn_before",
            Duration.ofHours(24),
            Duration.ZERO,
            Duration.ofDays(90),
            List.of(GLOBAL, TENANT),
            "How long before its credit runs out a tenant is warned.");

    public static final PolicyKey<Duration> RELEASE_PENDING_BEFORE = PolicyKey.duration(
            "billing.release_pending_before",
            Duration.ofHours(1),
            Duration.ZERO,
            Duration.ofDays(30),
            List.of(GLOBAL, TENANT),
            "How long before its credit runs out a tenant is told when its allocations will be released.");

    static final PolicyKey<Duration> GRACE = PolicyKey.duration(
                    "billing.grace",
                    Duration.ofMinutes(15),
                    Duration.ZERO,
                    Duration.ofDays(30),
                    List.of(GLOBAL, TENANT),
                    "How long allocations keep running after the credit has run out.")
            .givingMoney();

    static final PolicyKey<Long> FREE_TIER = PolicyKey.integer(
                    "billing.free_tier_monthly",
                    0,
                    0,
                    1_000_000,
                    "units of the currency",
                    List.of(GLOBAL, TENANT),
                    "The credit that each tenant receives every month, for use in that month.")
            .givingMoney();

    static final PolicyKey<Long> APPROVAL_OVER = PolicyKey.integer(
                    "billing.approval_over",
                    1_000,
                    0,
                    1_000_000_000,
                    "units of the currency",
                    List.of(GLOBAL, TENANT),
                    "Corrections and gifts by one person to one tenant that exceed this amount within 24 hours need the approval of"
                            + " a second person. Zero: always.")
            .givingMoney();

    static final PolicyKey<Long> APPROVAL_OVER_IN_ALL = PolicyKey.integer(
                    "billing.approval_over_in_all",
                    1_000,
                    0,
                    1_000_000_000,
                    "units of any currency",
                    List.of(GLOBAL),
                    "The same amount, for corrections and gifts to all tenants together. Zero: always.")
            .givingMoney();

    static final PolicyKey<Long> COMMITMENT_DISCOUNT_MAX = PolicyKey.integer(
                    "billing.commitment_discount_max",
                    50,
                    1,
                    100,
                    "percent",
                    List.of(GLOBAL, TENANT),
                    "The largest discount that finance may grant in a commitment. A larger one would be a gift without approval.")
            .givingMoney();

    @Override
    public List<PolicyKey<?>> keys() {
        return List.of(
                PAYMENT_MODE,
                WINDOW_SECONDS,
                HOLD_MINUTES,
                DEGRADED,
                CATCH_UP_MAX,
                WARN_BEFORE,
                RELEASE_PENDING_BEFORE,
                GRACE,
                FREE_TIER,
                APPROVAL_OVER,
                APPROVAL_OVER_IN_ALL,
                COMMITMENT_DISCOUNT_MAX);
    }
}
