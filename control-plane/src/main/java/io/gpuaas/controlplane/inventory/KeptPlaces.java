package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds where a request that does not fit would fit soonest: the places with the fewest slots held by others, ordered
 * by host name when equal. Free slots there are closed to others, so the number of held slots can only fall, and every
 * release there brings the request closer. Pure.
 */
final class KeptPlaces {

    private KeptPlaces() {}

    private record Place(Set<Long> slots, int held) {}

    /** The slots of the best places, so many at most. */
    static Set<Long> of(Inventory inventory, PlacementRequest ask, int placesMax) {
        List<Place> places = new ArrayList<>();
        for (Host host : inventory.hosts()) {
            if (!host.isGone() && host.makes(ask.shape()) && ask.takes(host.place())) {
                addPlaces(host, ask, places);
            }
        }
        Set<Long> kept = new HashSet<>();
        places.stream()
                .sorted(Comparator.comparingInt(Place::held))
                .limit(placesMax)
                .forEach(place -> kept.addAll(place.slots()));
        return kept;
    }

    private static void addPlaces(Host host, PlacementRequest ask, List<Place> places) {
        List<Slot> ofModel = host.slots().stream()
                .filter(slot -> slot.inService() && slot.model().equals(ask.model()))
                .sorted(Comparator.comparingInt(KeptPlaces::held))
                .toList();
        switch (ask.shape()) {
            case BARE_METAL -> addPlace(host, ofModel, ask, places);
            case GPU_SLICE -> addSlice(host, ofModel, ask, places);
            case MIG -> ofModel.forEach(slot -> addPlace(host, List.of(slot), ask, places));
        }
    }

    /** On one NUMA node of the host; one that is larger takes whole ones. */
    private static void addSlice(Host host, List<Slot> ofModel, PlacementRequest ask, List<Place> places) {
        Map<Integer, List<Slot>> groups =
                ofModel.stream().collect(Collectors.groupingBy(Slot::numaNode, TreeMap::new, Collectors.toList()));
        boolean spans = groups.values().stream().allMatch(group -> group.size() < ask.count());
        if (spans) {
            addPlace(host, ofModel, ask, places);
            return;
        }
        groups.values().stream()
                .filter(group -> group.size() >= ask.count())
                .forEach(group -> addPlace(host, group.subList(0, ask.count()), ask, places));
    }

    /** Adds the place if the request fits there once these slots are free, with nothing else of the host. */
    private static void addPlace(Host host, List<Slot> these, PlacementRequest ask, List<Place> places) {
        Set<Long> numbers = these.stream().map(Slot::number).collect(Collectors.toSet());
        Host alone = host.with(host.slots().stream()
                .map(slot -> numbers.contains(slot.number()) ? slot.emptied() : taken(slot))
                .toList());
        if (Placement.place(Inventory.of(List.of(alone)), ask) instanceof PlacementChoice.Fits fits) {
            Set<Long> slots =
                    fits.parts().stream().map(part -> part.slot().number()).collect(Collectors.toSet());
            places.add(new Place(
                    slots,
                    these.stream()
                            .filter(slot -> slots.contains(slot.number()))
                            .mapToInt(KeptPlaces::held)
                            .sum()));
        }
    }

    private static int held(Slot slot) {
        return Integer.bitCount(slot.taken());
    }

    /** The host as it is for everybody else. */
    static Host without(Host host, Set<Long> kept) {
        return host.slots().stream().noneMatch(slot -> kept.contains(slot.number()))
                ? host
                : host.with(host.slots().stream()
                        .map(slot -> kept.contains(slot.number()) ? taken(slot) : slot)
                        .toList());
    }

    private static Slot taken(Slot slot) {
        return slot.emptied().with(Slot.WHOLE, MigProfile.COMPUTE_SLICES);
    }
}
