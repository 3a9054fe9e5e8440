package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.ledger.Promotions;
import io.gpuaas.controlplane.payments.PaymentPolicies;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Grants active tenants their monthly free credit, which is valid in that month. Repeats grant nothing more. */
@Component
class FreeTier {

    private final MeterStore meters;
    private final Promotions promotions;
    private final Policies policies;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    FreeTier(
            MeterStore meters,
            Promotions promotions,
            Policies policies,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.meters = meters;
        this.promotions = promotions;
        this.policies = policies;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    void grant() {
        Independently each = new Independently();
        meters.tenantsWithUse().forEach(tenant -> each.run(() -> grant(tenant)));
        each.throwFirst();
    }

    /** Also before the first usage: a tenant without credit could not begin. */
    void grant(TenantId tenant) {
        long units = policies.effective(BillingPolicies.FREE_TIER, tenant, null);
        if (units > 0) {
            grant(tenant, units);
        }
    }

    private void grant(TenantId tenant, long units) {
        YearMonth month = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        String currency = policies.effective(PaymentPolicies.CURRENCY, tenant, null);
        UUID lot = UUID.nameUUIDFromBytes(("free-tier:" + tenant + ":" + month).getBytes(StandardCharsets.UTF_8));
        if (meters.granted(lot)) {
            return;
        }
        Call.system("grantFreeTier", CorrelationId.create(ids))
                .in(tenant, null)
                .run(() -> transaction.execute(status -> meters.noteGranted(lot)
                        && promotions.grant(
                                lot,
                                tenant,
                                new Money(Math.multiplyExact(units, Money.NANOS_PER_UNIT), currency),
                                month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC),
                                "Free tier of " + month)));
    }
}
