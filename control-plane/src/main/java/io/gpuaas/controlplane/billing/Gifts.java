package io.gpuaas.controlplane.billing;

import io.gpuaas.api.GrantPromotionalCredit;
import io.gpuaas.api.PromotionalCredit;
import io.gpuaas.controlplane.ledger.Promotions;
import io.gpuaas.controlplane.payments.PaymentPolicies;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Grants promotional credit by finance: at most what one person may grant alone, since gifts have no approval. */
@Component
class Gifts {

    private final Promotions promotions;
    private final SecondPerson second;
    private final Policies policies;
    private final IdSource ids;
    private final Clock clock;

    Gifts(Promotions promotions, SecondPerson second, Policies policies, IdSource ids, Clock clock) {
        this.promotions = promotions;
        this.second = second;
        this.policies = policies;
        this.ids = ids;
        this.clock = clock;
    }

    PromotionalCredit grant(TenantId tenant, GrantPromotionalCredit command) {
        if (!command.expiresAt().isAfter(clock.instant())) {
            throw ProblemException.invalid("/expires_at", "is in the past");
        }
        Money amount = new Money(command.amount().nanos(), command.amount().currency());
        String currency = policies.effective(PaymentPolicies.CURRENCY, tenant, null);
        if (amount.nanos() <= 0 || !amount.currency().equals(currency)) {
            throw ProblemException.of(
                    ErrorCode.AMOUNT_INVALID,
                    "Promotional credit must be greater than zero and in " + currency + ", not " + amount + ".");
        }
        second.waitForMyself();
        if (second.isNeeded(tenant, amount)) {
            throw ProblemException.of(
                    ErrorCode.APPROVAL_NEEDED,
                    "One person can grant less than " + second.limits(tenant)
                            + ". Create an adjustment of kind credit instead and have another person approve it.");
        }
        second.note(tenant, amount);
        UUID lot = ids.next();
        promotions.grant(
                lot, tenant, amount, command.expiresAt(), command.reason().strip());
        return new PromotionalCredit(lot, command.amount(), command.expiresAt());
    }
}
