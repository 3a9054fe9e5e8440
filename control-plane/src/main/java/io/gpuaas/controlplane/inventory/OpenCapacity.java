package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Sku;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Counts how often a new request without an end could be placed: nothing that queued requests claim, and of the rest
 * only what leaves every reservation its place. Reservations are placed and the rest is counted, so the cost grows with
 * the reservations and not with the free slots.
 */
@Component
class OpenCapacity {

    private static final UUID NO_SALT = new UUID(0, 0);

    private final Capacity capacity;
    private final SlotIndex index;
    private final LeaseStore leases;
    private final CapacityClaims claims;

    OpenCapacity(Capacity capacity, SlotIndex index, LeaseStore leases, CapacityClaims claims) {
        this.capacity = capacity;
        this.index = index;
        this.leases = leases;
        this.claims = claims;
    }

    /** By name. */
    Map<String, Availability> of(List<Sku> skus) {
        // Claims first: one that is met meanwhile counts twice for a moment, and not for nothing.
        Set<String> waitedFor = claims.waitedFor(skus);
        Map<String, List<CapacityClaims.Moment>> allPromised = claims.promised();
        Map<String, Set<Long>> allKept = claims.kept();
        Map<String, Availability> open = new HashMap<>(capacity.availability(skus));
        waitedFor.forEach(name -> open.computeIfPresent(name, (same, free) -> free.none()));
        allKept.forEach((model, kept) -> {
            PlacementRehearsal outside = index.read(inventory -> PlacementRehearsal.of(inventory, Set.of(model), kept));
            ofModel(skus, model, waitedFor)
                    .forEach(sku -> open.computeIfPresent(sku.name(), (name, now) -> now.atMost(outside.left(sku))));
        });
        allPromised.forEach((model, moments) -> {
            List<Sku> promised = ofModel(skus, model, waitedFor);
            if (!promised.isEmpty()) {
                PlacementRehearsal rehearsal = index.read(inventory -> PlacementRehearsal.of(inventory, Set.of(model)));
                Set<Long> kept = allKept.getOrDefault(model, Set.of());
                Map<Wish, PlacementChoice.Fits> places = places(
                        kept.isEmpty()
                                ? rehearsal
                                : index.read(inventory -> PlacementRehearsal.of(inventory, Set.of(model), kept)),
                        promised);
                moments.stream()
                        .filter(moment -> moments.stream().noneMatch(other -> other.outweighs(moment)))
                        .forEach(moment -> limit(open, promised, places, rehearsal, moment));
            }
        });
        return open;
    }

    private static List<Sku> ofModel(List<Sku> skus, String model, Set<String> waitedFor) {
        return skus.stream()
                .filter(sku -> sku.gpuModel().equals(model) && !waitedFor.contains(sku.name()))
                .toList();
    }

    private record Wish(String sku, int count) {}

    /** Where each would be placed now: what is taken now is taken of what is free now. */
    private static Map<Wish, PlacementChoice.Fits> places(PlacementRehearsal rehearsal, List<Sku> skus) {
        Map<Wish, PlacementChoice.Fits> places = new HashMap<>();
        skus.forEach(sku -> sku.counts().forEach(count -> {
            if (rehearsal.find(new Capacity.Wanted(sku, count, NO_SALT).ask()) instanceof PlacementChoice.Fits fits) {
                places.put(new Wish(sku.name(), count), fits);
            }
        }));
        return places;
    }

    private void limit(
            Map<String, Availability> open,
            List<Sku> skus,
            Map<Wish, PlacementChoice.Fits> places,
            PlacementRehearsal rehearsal,
            CapacityClaims.Moment moment) {
        rehearsal.free(leases.wholeSlotsOf(moment.ended()));
        List<PlacementRequest> promised =
                moment.promised().stream().map(Capacity.Wanted::ask).toList();
        boolean fit = rehearsal.place(promised);
        skus.forEach(sku ->
                open.computeIfPresent(sku.name(), (name, now) -> fit ? now.atMost(rehearsal.left(sku)) : now.none()));
        rehearsal.undo();
        skus.forEach(sku -> open.computeIfPresent(
                sku.name(),
                (name, now) -> now.where(count -> isGiven(rehearsal, places.get(new Wish(name, count)), promised))));
    }

    /** A request is placed before the promises, and given only when these fit then. */
    private static boolean isGiven(
            PlacementRehearsal rehearsal, PlacementChoice.@Nullable Fits place, List<PlacementRequest> promised) {
        if (place == null) {
            return false;
        }
        rehearsal.take(place);
        boolean fits = rehearsal.place(promised);
        rehearsal.undo();
        return fits;
    }
}
