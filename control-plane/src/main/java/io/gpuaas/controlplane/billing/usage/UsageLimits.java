package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.controlplane.billing.BillingPolicies;
import io.gpuaas.controlplane.billing.BurnRates;
import io.gpuaas.controlplane.billing.PaymentMode;
import io.gpuaas.controlplane.billing.WatchStore.Purse;
import io.gpuaas.controlplane.billing.usage.UsageRecordStore.Source;
import io.gpuaas.controlplane.billing.usage.UsageRules.Refused;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.ledger.TenantBalance;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * Limits how much may still be reported. The reporter runs an app and need not have any right over the tenant's money:
 * reports neither take the credit below the debt that a policy allows, nor use up what keeps machines running, and they
 * have a daily maximum.
 */
@Component
class UsageLimits {

    private static final BigInteger SECONDS_PER_HOUR = BigInteger.valueOf(3_600);
    private static final BigInteger NANOS = BigInteger.valueOf(Money.NANOS_PER_UNIT);

    private final UsageRecordStore store;
    private final Ledger ledger;
    private final BurnRates rates;
    private final Policies policies;

    UsageLimits(UsageRecordStore store, Ledger ledger, BurnRates rates, Policies policies) {
        this.store = store;
        this.ledger = ledger;
        this.rates = rates;
        this.policies = policies;
    }

    /** The remaining amount in one currency. Records take from it one after the other. */
    static final class Remaining {

        private BigInteger credit;
        private BigInteger tenantDay;
        private BigInteger projectDay;

        Remaining(BigInteger credit, BigInteger tenantDay, BigInteger projectDay) {
            this.credit = credit;
            this.tenantDay = tenantDay;
            this.projectDay = projectDay;
        }

        /** Free records are never refused. */
        Optional<Refused> take(long nanos) {
            BigInteger amount = BigInteger.valueOf(nanos);
            if (nanos > 0 && amount.compareTo(projectDay) > 0) {
                return Optional.of(new Refused(
                        "project_day_used_up",
                        "The apps of this project have reached today's limit (policy usage.project_daily_max)."));
            }
            if (nanos > 0 && amount.compareTo(tenantDay) > 0) {
                return Optional.of(new Refused(
                        "tenant_day_used_up",
                        "The apps of this tenant have reached today's limit (policy usage.tenant_daily_max)."));
            }
            if (nanos > 0 && amount.compareTo(credit) > 0) {
                return Optional.of(new Refused(
                        "credit_short",
                        "The tenant's credit does not cover this record. Add credit and send it again."));
            }
            credit = credit.subtract(amount);
            tenantDay = tenantDay.subtract(amount);
            projectDay = projectDay.subtract(amount);
            return Optional.empty();
        }
    }

    /** Locks the credit in these currencies until the transaction ends, so that the remaining amounts stay true. */
    Map<String, Remaining> remaining(Source source, Collection<String> currencies, Instant now) {
        Map<String, Remaining> remaining = new TreeMap<>();
        // In one order, so that two reports do not wait for each other.
        for (String currency : new TreeSet<>(currencies)) {
            ledger.lockCredit(source.tenant(), currency);
            UsageRecordStore.Reported today = store.reportedToday(source, currency, now);
            remaining.put(
                    currency,
                    new Remaining(
                            credit(source.tenant(), currency, now),
                            units(policies.effective(UsagePolicies.TENANT_DAILY_MAX, source.tenant(), null))
                                    .subtract(BigInteger.valueOf(today.tenantNanos())),
                            units(policies.effective(
                                            UsagePolicies.PROJECT_DAILY_MAX, source.tenant(), source.project()))
                                    .subtract(BigInteger.valueOf(today.projectNanos()))));
        }
        return remaining;
    }

    private BigInteger credit(TenantId tenant, String currency, Instant now) {
        TenantBalance balance = ledger.balance(tenant, currency);
        BigInteger spendable = BigInteger.valueOf(balance.spendable().nanos());
        if (!PaymentMode.prepaid(policies, tenant)) {
            return spendable.add(units(policies.effective(UsagePolicies.OPEN_DEBT_MAX, tenant, null)));
        }
        // Neither holds for machines, nor what running ones need until people were notified and could pay.
        BigInteger running = spendable.subtract(reserve(tenant, currency, now));
        return running.min(BigInteger.valueOf(balance.available().nanos()))
                .add(units(policies.effective(UsagePolicies.DEBT_MAX, tenant, null)));
    }

    private BigInteger reserve(TenantId tenant, String currency, Instant now) {
        Duration told = policies.effective(BillingPolicies.RELEASE_PENDING_BEFORE, tenant, null);
        return BigInteger.valueOf(rates.of(new Purse(tenant, currency), now))
                .multiply(BigInteger.valueOf(told.toSeconds()))
                .divide(SECONDS_PER_HOUR);
    }

    private static BigInteger units(long units) {
        return BigInteger.valueOf(units).multiply(NANOS);
    }
}
