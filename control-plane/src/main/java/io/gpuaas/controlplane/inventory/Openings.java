package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Sku;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * How often whoever asks now, and names no end, would get something: nothing of what others wait for, and of the rest
 * what leaves every promise its place. Promises are placed and what is left is counted, so that the cost grows with
 * the promises and not with what is free.
 */
@Component
class Openings {

    private static final UUID NO_SALT = new UUID(0, 0);

    private final Capacity capacity;
    private final SlotIndex index;
    private final LeaseStore leases;
    private final Claims claims;

    Openings(Capacity capacity, SlotIndex index, LeaseStore leases, Claims claims) {
        this.capacity = capacity;
        this.index = index;
        this.leases = leases;
        this.claims = claims;
    }

    /** By name. */
    Map<String, Availability> of(List<Sku> skus) {
        Map<String, Availability> open = new HashMap<>(capacity.availability(skus));
        Set<String> waitedFor = claims.waitedFor(skus);
        waitedFor.forEach(name -> open.computeIfPresent(name, (same, free) -> free.none()));
        claims.promised().forEach((model, moments) -> {
            List<Sku> promised = skus.stream()
                    .filter(sku -> sku.gpuModel().equals(model) && !waitedFor.contains(sku.name()))
                    .toList();
            if (!promised.isEmpty()) {
                Rehearsal rehearsal = index.read(inventory -> Rehearsal.of(inventory, Set.of(model)));
                moments.stream()
                        .filter(moment -> moments.stream().noneMatch(other -> other.outweighs(moment)))
                        .forEach(moment -> limit(open, promised, rehearsal, moment));
            }
        });
        return open;
    }

    private void limit(Map<String, Availability> open, List<Sku> skus, Rehearsal rehearsal, Claims.Moment moment) {
        rehearsal.free(leases.wholeSlotsOf(moment.ended()));
        List<Ask> promised =
                moment.promised().stream().map(Capacity.Wanted::ask).toList();
        boolean fit = rehearsal.place(promised);
        skus.forEach(sku ->
                open.computeIfPresent(sku.name(), (name, now) -> fit ? now.atMost(rehearsal.left(sku)) : now.none()));
        rehearsal.undo();
        skus.forEach(sku -> open.computeIfPresent(
                sku.name(), (name, now) -> now.where(count -> isGiven(rehearsal, sku, count, promised))));
    }

    /** A request is placed before the promises, and given only when these fit then. */
    private static boolean isGiven(Rehearsal rehearsal, Sku sku, int count, List<Ask> promised) {
        List<Ask> asks = new ArrayList<>(promised);
        asks.addFirst(new Capacity.Wanted(sku, count, NO_SALT).ask());
        boolean fits = rehearsal.place(asks);
        rehearsal.undo();
        return fits;
    }
}
