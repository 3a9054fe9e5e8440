package io.gpuaas.controlplane.inventory;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToIntBiFunction;

/** How often a SKU could be had, by place and count. Places that have none of its GPUs are left out. */
public record Availability(List<InPlace> places) {

    /** In one zone. */
    public record InPlace(String region, String zone, List<Times> counts) {

        private int allocations(int count) {
            return counts.stream()
                    .filter(times -> times.count() == count)
                    .mapToInt(Times::allocations)
                    .sum();
        }

        private boolean isAt(InPlace other) {
            return region.equals(other.region) && zone.equals(other.zone);
        }
    }

    /** How many allocations of this count would fit, each alone of its kind. */
    public record Times(int count, int allocations) {}

    /** Over all places. */
    public int allocations(int count) {
        return places.stream().mapToInt(place -> place.allocations(count)).sum();
    }

    /** In each place no more than there. */
    Availability atMost(Availability limit) {
        return map((place, times) -> Math.min(
                times.allocations(),
                limit.places.stream()
                        .filter(place::isAt)
                        .mapToInt(same -> same.allocations(times.count()))
                        .sum()));
    }

    /** Only of the counts that can be had at all; of the others none. */
    Availability where(IntPredicate obtainable) {
        return map(
                (place, times) -> times.allocations() > 0 && obtainable.test(times.count()) ? times.allocations() : 0);
    }

    Availability none() {
        return map((place, times) -> 0);
    }

    private Availability map(ToIntBiFunction<InPlace, Times> allocations) {
        return new Availability(places.stream()
                .map(place -> new InPlace(
                        place.region(),
                        place.zone(),
                        place.counts().stream()
                                .map(times -> new Times(times.count(), allocations.applyAsInt(place, times)))
                                .toList()))
                .toList());
    }
}
