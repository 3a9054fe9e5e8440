package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.machines.Machines;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Sku;
import org.springframework.stereotype.Component;

/** Keeps hosts that could not be cleaned as promised from being leased again. */
@Component
public class Rebuilding {

    private final Machines machines;

    Rebuilding(Machines machines) {
        this.machines = machines;
    }

    public void require(Sku sku) {
        if (sku.setup().isolation() == Isolation.FULL_REIMAGE && !machines.canRebuild()) {
            throw AllocationErrors.cannotRebuild(sku.name());
        }
    }
}
