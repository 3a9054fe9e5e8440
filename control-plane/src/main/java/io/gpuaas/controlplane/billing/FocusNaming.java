package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationNames;
import io.gpuaas.controlplane.identity.PlaceNames;
import io.gpuaas.kernel.TenantId;
import org.springframework.stereotype.Component;

/** Makes the names of one export. */
@Component
class FocusNaming {

    private final PlaceNames places;
    private final AllocationNames allocations;

    FocusNaming(PlaceNames places, AllocationNames allocations) {
        this.places = places;
        this.allocations = allocations;
    }

    FocusNames of(TenantId tenant) {
        return new FocusNames(tenant, places, allocations);
    }
}
