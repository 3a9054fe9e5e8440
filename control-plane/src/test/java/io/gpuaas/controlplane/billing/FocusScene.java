package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** A tenant with every kind of charge the export knows: use, use taken back, use that is cheaper, and use that was not had. */
final class FocusScene {

    private final BillingPlane billing;
    private final TenantId tenant;
    private Instant hour = Instant.EPOCH;

    FocusScene(BillingPlane billing) {
        this.billing = billing;
        this.tenant = TenantId.parse(billing.admin.createTenant());
    }

    void play() {
        hour = billing.nextHour();
        String sku = billing.sku(7_333_333_333L);
        billing.pay(tenant, 100);
        billing.database.execute("""
                INSERT INTO billing.commitment (id, tenant_id, sku, gpus, discount_percent, starts_at, ends_at, created_by, created_at)
                VALUES (gen_random_uuid(), '%s', '%s', 2, 50, '%s', '%s', 'test', now())""".formatted(tenant, sku, hour, hour.plus(Duration.ofHours(1))));
        Metered used = billing.begin(tenant, sku, 3);
        billing.pass(Duration.ofMinutes(7));
        // Reported late: charges beyond it are refunded.
        billing.doing(() -> billing.plane
                .bean(AllocationMetering.class)
                .ends(billing.at(used, billing.clock.instant().minusSeconds(100))));
        billing.pass(Duration.ofMinutes(2));
        billing.doing(() -> billing.plane.bean(Commitments.class).chargeShortfall(month(), tenant));
    }

    private YearMonth month() {
        return YearMonth.from(hour.atOffset(ZoneOffset.UTC));
    }

    String export() {
        return billing.admin
                .get("/api/v1/tenants/" + tenant + "/focus-export?month=" + month())
                .body();
    }

    /** The total. */
    long accrued() {
        return billing.plane.bean(Ledger.class).balance(tenant, "USD").accrued();
    }
}
