// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** The platform granted an app to a tenant, withheld it, or returned it to the default. */
public record TenantEntitlementChanged(
        TenantId tenantId,
        String app,
        @Nullable Boolean granted,
        @Nullable String versions)
        implements DomainEvent {

    public static final String TYPE = "entitlements.tenant_entitlement_changed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("tenant_entitlement", tenantId, app);
    }
}
