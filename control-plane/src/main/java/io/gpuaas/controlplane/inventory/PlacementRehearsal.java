package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.kernel.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Places requests one after the other on a copy, to see what would still fit. Nothing is leased. */
final class PlacementRehearsal {

    private final Inventory copy;
    private final Map<NodeId, Host> before = new HashMap<>();

    private PlacementRehearsal(Inventory copy) {
        this.copy = copy;
    }

    /** On the hosts that have GPUs of one of these models. */
    static PlacementRehearsal of(Inventory inventory, Set<String> models) {
        return new PlacementRehearsal(Inventory.of(inventory.hosts().stream()
                .filter(host -> host.slots().stream().anyMatch(slot -> models.contains(slot.model())))
                .toList()));
    }

    /** The same without the kept slots. */
    static PlacementRehearsal of(Inventory inventory, Set<String> models, Set<Long> kept) {
        return new PlacementRehearsal(Inventory.of(of(inventory, models).copy.hosts().stream()
                .map(host -> KeptPlaces.without(host, kept))
                .toList()));
    }

    /** Whether one of the hosts alone has room for it when nothing of it is held or out of service. */
    static boolean couldHold(Inventory inventory, PlacementRequest ask) {
        return inventory.hosts().stream()
                .filter(host -> !host.isGone()
                        && host.slots().stream().anyMatch(slot -> slot.model().equals(ask.model())))
                .map(host -> host.with(host.slots().stream().map(Slot::restored).toList()))
                .anyMatch(host -> Placement.place(Inventory.of(List.of(host)), ask) instanceof PlacementChoice.Fits);
    }

    /** Treats these slots as free from now on; {@link #undo} does not take that back. */
    void free(Set<Long> slots) {
        if (slots.isEmpty()) {
            return;
        }
        copy.hosts().stream()
                .filter(host -> host.slots().stream().anyMatch(slot -> slot.held() && slots.contains(slot.number())))
                .forEach(host -> copy.put(host.with(host.slots().stream()
                        .map(slot -> slots.contains(slot.number()) ? slot.emptied() : slot)
                        .toList())));
    }

    /** False when one does not fit; those before it have their places all the same. */
    boolean place(List<PlacementRequest> asks) {
        for (PlacementRequest ask : asks) {
            switch (Placement.place(copy, ask)) {
                case PlacementChoice.Misfit misfit -> {
                    return false;
                }
                case PlacementChoice.Fits fits -> {
                    before.putIfAbsent(fits.host().node(), fits.host());
                    copy.put(with(fits.host(), fits.parts()));
                }
            }
        }
        return true;
    }

    PlacementChoice find(PlacementRequest ask) {
        return Placement.place(copy, ask);
    }

    /** Takes a place that was found before others were freed. */
    void take(PlacementChoice.Fits found) {
        NodeId node = found.host().node();
        copy.find(node).ifPresent(host -> {
            before.putIfAbsent(node, host);
            copy.put(with(host, found.parts()));
        });
    }

    /** How often the SKU would fit beside what was placed. */
    Availability left(Sku sku) {
        return StockCount.of(copy, sku);
    }

    /** Frees what was placed. */
    void undo() {
        before.values().forEach(copy::put);
        before.clear();
    }

    private static Host with(Host host, List<SlotPart> parts) {
        List<Slot> slots = new ArrayList<>(host.slots());
        for (SlotPart part : parts) {
            slots.replaceAll(
                    slot -> slot.number() == part.slot().number() ? slot.with(part.mask(), part.compute()) : slot);
        }
        return host.with(slots);
    }
}
