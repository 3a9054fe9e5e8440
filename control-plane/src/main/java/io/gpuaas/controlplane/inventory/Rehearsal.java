package io.gpuaas.controlplane.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Places requests one after the other on a copy: what would still fit if others had theirs. Nothing is taken. */
final class Rehearsal {

    private Rehearsal() {}

    /** The slots that are freed by then count as free. */
    static boolean fits(Inventory inventory, List<Ask> asks, Set<Long> freed) {
        Inventory copy = copy(inventory, asks, freed);
        for (Ask ask : asks) {
            switch (Placement.place(copy, ask)) {
                case Choice.Misfit misfit -> {
                    return false;
                }
                case Choice.Fits fits -> copy.put(with(fits.host(), fits.parts()));
            }
        }
        return true;
    }

    /** Whether one of the hosts alone has room for it when nothing of it is held or out of service. */
    static boolean couldHold(Inventory inventory, Ask ask) {
        return inventory.hosts().stream()
                .filter(host -> !host.isGone()
                        && host.slots().stream().anyMatch(slot -> slot.model().equals(ask.model())))
                .map(host -> host.with(host.slots().stream().map(Slot::restored).toList()))
                .anyMatch(host -> Placement.place(Inventory.of(List.of(host)), ask) instanceof Choice.Fits);
    }

    private static Inventory copy(Inventory inventory, List<Ask> asks, Set<Long> freed) {
        Set<String> models = asks.stream().map(Ask::model).collect(Collectors.toSet());
        return Inventory.of(inventory.hosts().stream()
                .filter(host -> host.slots().stream().anyMatch(slot -> models.contains(slot.model())))
                .map(host -> host.with(host.slots().stream()
                        .map(slot -> freed.contains(slot.number()) ? slot.emptied() : slot)
                        .toList()))
                .toList());
    }

    private static Host with(Host host, List<Part> parts) {
        List<Slot> slots = new ArrayList<>(host.slots());
        for (Part part : parts) {
            slots.replaceAll(
                    slot -> slot.number() == part.slot().number() ? slot.with(part.mask(), part.compute()) : slot);
        }
        return host.with(slots);
    }
}
