package io.gpuaas.controlplane.billing;

import io.gpuaas.api.GrantPromotionalCredit;
import io.gpuaas.api.PromotionalCredit;
import io.gpuaas.controlplane.ledger.Promotions;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Promotional credit that finance gives. */
@Component
class Gifts {

    private final Promotions promotions;
    private final Policies policies;
    private final IdSource ids;
    private final Clock clock;

    Gifts(Promotions promotions, Policies policies, IdSource ids, Clock clock) {
        this.promotions = promotions;
        this.policies = policies;
        this.ids = ids;
        this.clock = clock;
    }

    PromotionalCredit grant(TenantId tenant, GrantPromotionalCredit command) {
        if (!command.expiresAt().isAfter(clock.instant())) {
            throw ProblemException.invalid("/expires_at", "is in the past");
        }
        Money amount = new Money(command.amount().nanos(), command.amount().currency());
        String currency = policies.effective(io.gpuaas.controlplane.policy.PolicyKeys.BILLING_CURRENCY, tenant, null);
        if (!amount.currency().equals(currency)) {
            throw ProblemException.of(ErrorCode.AMOUNT_INVALID, "The tenant pays in " + currency + ".");
        }
        UUID lot = ids.next();
        promotions.grant(
                lot, tenant, amount, command.expiresAt(), command.reason().strip());
        return new PromotionalCredit(lot, command.amount(), command.expiresAt());
    }
}
