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
                    "prepaid: allocations start only with enough credit, and running ones are released after the"
                            + " credit has run out. open: usage is charged even if the credit falls below zero.")
            .givingMoney();

    static final PolicyKey<Long> WINDOW_SECONDS = PolicyKey.integer(
            "billing.window_seconds",
            60,
            10,
            3_600,
            "seconds",
            List.of(GLOBAL),
            "Length of the time windows in which usage is charged.");

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
                    "Whether an allocation is charged while it is degraded.")
            .givingMoney();

    static final PolicyKey<Duration> CATCH_UP_MAX = PolicyKey.duration(
            "billing.catch_up_max",
            Duration.ofDays(7),
            Duration.ofHours(1),
            Duration.ofDays(366),
            List.of(GLOBAL),
            "The longest overdue period that is charged without confirmation. A longer one may be the result of a"
                    + " wrong clock.");

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
            "How long before its credit runs out a tenant is notified of the release of its allocations.");

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
                    "The credit that each tenant receives every month. It expires at the end of the month.")
            .givingMoney();

    static final PolicyKey<Long> APPROVAL_OVER = PolicyKey.integer(
                    "billing.approval_over",
                    1_000,
                    0,
                    1_000_000_000,
                    "units of the currency",
                    List.of(GLOBAL, TENANT),
                    "The amount that one person may give to one tenant in corrections and gifts within 24 hours. More"
                            + " needs the approval of a second person. 0: every amount needs it.")
            .givingMoney();

    static final PolicyKey<Long> APPROVAL_OVER_IN_ALL = PolicyKey.integer(
                    "billing.approval_over_in_all",
                    1_000,
                    0,
                    1_000_000_000,
                    "units of any currency",
                    List.of(GLOBAL),
                    "The amount that one person may give to all tenants together in corrections and gifts within 24"
                            + " hours. More needs the approval of a second person. 0: every amount needs it.")
            .givingMoney();

    static final PolicyKey<Long> COMMITMENT_DISCOUNT_MAX = PolicyKey.integer(
                    "billing.commitment_discount_max",
                    50,
                    1,
                    100,
                    "percent",
                    List.of(GLOBAL, TENANT),
                    "The largest discount that finance may grant in a commitment.")
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
