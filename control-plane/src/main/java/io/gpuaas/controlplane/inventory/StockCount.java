package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Sku;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** How often each count of a SKU would fit one after another, counted by cells and not by trying. */
final class StockCount {

    private static final UUID NO_SALT = new UUID(0, 0);

    private StockCount() {}

    static Availability of(Inventory inventory, Sku sku) {
        PlacementRequest any = PlacementRequest.of(sku, sku.counts().getFirst(), PlacementPreference.BEST_FIT, NO_SALT);
        Map<Host.Place, List<SlotPool>> places = new LinkedHashMap<>();
        for (SlotPool pool : inventory.pools(any)) {
            if (pool.slots(sku.shape()) > 0) {
                places.computeIfAbsent(pool.place(), place -> new ArrayList<>()).add(pool);
            }
        }
        List<Availability.InPlace> found = new ArrayList<>();
        places.forEach((place, pools) -> found.add(new Availability.InPlace(
                place.region(),
                place.zone(),
                sku.counts().stream()
                        .map(count ->
                                times(pools, PlacementRequest.of(sku, count, PlacementPreference.BEST_FIT, NO_SALT)))
                        .toList())));
        return new Availability(found);
    }

    /** True if there are GPUs of the kind, free or not; instances need a GPU that is divided. */
    static boolean inFleet(Inventory inventory, Sku sku) {
        PlacementRequest any = PlacementRequest.of(sku, sku.counts().getFirst(), PlacementPreference.BEST_FIT, NO_SALT);
        return inventory.pools(any).stream()
                .anyMatch(pool ->
                        any.mig() == null ? pool.slots() > 0 : !pool.divided().isEmpty());
    }

    private static Availability.Times times(List<SlotPool> pools, PlacementRequest ask) {
        return new Availability.Times(
                ask.count(), pools.stream().mapToInt(pool -> times(pool, ask)).sum());
    }

    private static int times(SlotPool pool, PlacementRequest ask) {
        return switch (ask.shape()) {
            case GPU_SLICE -> slices(pool, ask.count());
            case BARE_METAL ->
                pool.wholes().entrySet().stream()
                        .filter(cell -> Placement.sellable(cell.getKey(), ask))
                        .mapToInt(cell -> cell.getValue().size())
                        .sum();
            case MIG -> instances(pool, Objects.requireNonNull(ask.mig(), "a MIG SKU has a profile"));
        };
    }

    private static int slices(SlotPool pool, int count) {
        int inGroups = pool.groups().entrySet().stream()
                .mapToInt(cell -> cell.getKey().free() / count * cell.getValue().size())
                .sum();
        int spanning = pool.wholes().entrySet().stream()
                .filter(cell -> Placement.spans(cell.getKey(), count))
                .mapToInt(cell -> cell.getKey().freeGroups().times(count)
                        * cell.getValue().size())
                .sum();
        return inGroups + spanning;
    }

    private static int instances(SlotPool pool, MigProfile profile) {
        return pool.divided().entrySet().stream()
                .mapToInt(cell -> cell.getKey().room(profile) * cell.getValue().size())
                .sum();
    }
}
