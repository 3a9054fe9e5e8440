package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The slots of one model in one place, on hosts that support the same shapes, grouped by how good they are. */
final class SlotPool {

    private final NavigableMap<PlacementCell.Group, NavigableSet<IndexEntry>> groups = new TreeMap<>();
    private final NavigableMap<PlacementCell.Whole, NavigableSet<IndexEntry>> wholes = new TreeMap<>();
    private final NavigableMap<PlacementCell.Divided, NavigableSet<IndexEntry>> divided = new TreeMap<>();
    private final Host.Place place;
    private int slots;
    private int dividedSlots;

    SlotPool(Host.Place place) {
        this.place = place;
    }

    Host.Place place() {
        return place;
    }

    NavigableMap<PlacementCell.Group, NavigableSet<IndexEntry>> groups() {
        return groups;
    }

    NavigableMap<PlacementCell.Whole, NavigableSet<IndexEntry>> wholes() {
        return wholes;
    }

    NavigableMap<PlacementCell.Divided, NavigableSet<IndexEntry>> divided() {
        return divided;
    }

    /** Of this model, free or not. */
    int slots() {
        return slots;
    }

    /** Of the mode that the shape is sold from, free or not. */
    int slots(Shape shape) {
        return shape == Shape.MIG ? dividedSlots : slots - dividedSlots;
    }

    void add(Host host, String model) {
        walk(host, model, true);
    }

    /** The host must be as it was when it was added. */
    void remove(Host host, String model) {
        walk(host, model, false);
    }

    private void walk(Host host, String model, boolean add) {
        TreeMap<Integer, Numa> numas = new TreeMap<>();
        Numa all = new Numa();
        for (Slot slot : host.slots()) {
            if (!slot.model().equals(model)) {
                continue;
            }
            slots += add ? 1 : -1;
            if (slot.mode() == Slot.Mode.MIG) {
                dividedSlots += add ? 1 : -1;
            }
            all.count(slot);
            if (slot.numaNode() >= 0) {
                numas.computeIfAbsent(slot.numaNode(), numa -> new Numa()).count(slot);
            }
            if (slot.mode() == Slot.Mode.MIG && slot.inService()) {
                change(divided, new PlacementCell.Divided(slot.taken(), slot.computeTaken()), host, slot.number(), add);
            }
        }
        int size = host.slots().size();
        for (Map.Entry<Integer, Numa> numa : numas.entrySet()) {
            Numa group = numa.getValue();
            if (group.free > 0) {
                change(
                        groups,
                        new PlacementCell.Group(group.size, group.free, group.near, size, all.free),
                        host,
                        numa.getKey(),
                        add);
            }
        }
        if (all.free > 0) {
            change(wholes, whole(size, all, numas), host, 0, add);
        }
    }

    private static PlacementCell.Whole whole(int size, Numa all, Map<Integer, Numa> numas) {
        List<Integer> free = new ArrayList<>();
        int largest = 0;
        for (Numa numa : numas.values()) {
            largest = Math.max(largest, numa.size);
            if (numa.free == numa.size) {
                free.add(numa.size);
            }
        }
        return new PlacementCell.Whole(size, all.free, all.near, largest, GroupSizes.of(free));
    }

    private static <C> void change(
            NavigableMap<C, NavigableSet<IndexEntry>> cells, C cell, Host host, long detail, boolean add) {
        IndexEntry entry = IndexEntry.of(host.node(), detail);
        if (add) {
            cells.computeIfAbsent(cell, one -> new TreeSet<>()).add(entry);
            return;
        }
        @Nullable NavigableSet<IndexEntry> entries = cells.get(cell);
        if (entries == null || !entries.remove(entry)) {
            throw new IllegalStateException("the index does not know " + entry + " as " + cell);
        }
        if (entries.isEmpty()) {
            cells.remove(cell);
        }
    }

    private static final class Numa {
        private int size;
        private int free;
        private int near;

        void count(Slot slot) {
            size++;
            if (slot.free()) {
                free++;
                near += slot.near() ? 1 : 0;
            }
        }
    }
}
