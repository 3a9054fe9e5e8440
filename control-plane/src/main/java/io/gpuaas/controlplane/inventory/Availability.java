package io.gpuaas.controlplane.inventory;

import java.util.List;

/** How often a SKU could be had now, by place and count. Places that have none of its GPUs are left out. */
public record Availability(List<InPlace> places) {

    /** In one zone. */
    public record InPlace(String region, String zone, List<Times> counts) {}

    /** How many allocations of this count would fit, each alone of its kind. */
    public record Times(int count, int allocations) {}

    /** Over all places. */
    public int allocations(int count) {
        return places.stream()
                .flatMap(place -> place.counts().stream())
                .filter(times -> times.count() == count)
                .mapToInt(Times::allocations)
                .sum();
    }
}
