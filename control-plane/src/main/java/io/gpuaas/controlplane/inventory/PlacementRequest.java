package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.offerings.Sku;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for a place. The salt makes requests start at different places among equally good ones, so that concurrent
 * processes seldom choose the same.
 */
record PlacementRequest(
        Shape shape,
        String model,
        @Nullable MigProfile mig,
        List<Integer> counts,
        int count,
        int gpusPerUnit,
        @Nullable String region,
        @Nullable String zone,
        PlacementPreference strategy,
        long salt) {

    static PlacementRequest of(Sku sku, int count, PlacementPreference strategy, UUID salt) {
        return new PlacementRequest(
                sku.shape(),
                sku.gpuModel(),
                sku.mig().orElse(null),
                sku.counts(),
                count,
                sku.lots().gpusPerUnit(),
                sku.site().region(),
                sku.site().zone(),
                strategy,
                IndexEntry.mix(salt));
    }

    boolean takes(Host.Place place) {
        return (region == null || region.equals(place.region())) && (zone == null || zone.equals(place.zone()));
    }

    /** The GPUs that would be taken as wholes. */
    int gpus() {
        return count * gpusPerUnit;
    }
}
