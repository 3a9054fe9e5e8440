package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds where a request fits best, and why. Reads its input and changes nothing.
 *
 * <p>A slice takes GPUs of one NUMA node; one that is larger than any NUMA node of a host takes several whole ones.
 * Bare metal takes an entirely free host.
 */
final class Placement {

    private Placement() {}

    static PlacementChoice place(Inventory inventory, PlacementRequest ask) {
        PlacementChoice.@Nullable Fits found = switch (ask.shape()) {
            case GPU_SLICE -> slice(inventory, ask);
            case BARE_METAL -> bareMetal(inventory, ask);
            case MIG -> MigPlacement.place(inventory, ask);
        };
        return found != null ? found : new PlacementChoice.Misfit(ShortageMessage.sentence(inventory, ask));
    }

    /** The best so far: of a NUMA node when there is one, otherwise of a host. */
    private record Candidate(PlacementScore score, NavigableSet<IndexEntry> entries, boolean oneNuma) {}

    private static PlacementChoice.@Nullable Fits slice(Inventory inventory, PlacementRequest ask) {
        Comparator<PlacementScore> order = PlacementScore.by(ask.strategy());
        Candidate best = null;
        for (SlotPool pool : inventory.pools(ask)) {
            for (Map.Entry<PlacementCell.Group, NavigableSet<IndexEntry>> cell :
                    pool.groups().entrySet()) {
                if (cell.getKey().free() >= ask.count()) {
                    best = better(order, best, PlacementScore.of(cell.getKey(), ask.count()), cell.getValue(), true);
                }
            }
            for (Map.Entry<PlacementCell.Whole, NavigableSet<IndexEntry>> cell :
                    pool.wholes().entrySet()) {
                if (spans(cell.getKey(), ask.count())) {
                    best = better(order, best, PlacementScore.of(cell.getKey(), ask.count()), cell.getValue(), false);
                }
            }
        }
        if (best == null) {
            return null;
        }
        IndexEntry entry = IndexEntry.choose(best.entries(), ask.salt());
        Host host = inventory.require(entry.node());
        List<Slot> slots = best.oneNuma() ? ofGroup(host, ask, entry.detail()) : ofGroups(host, ask);
        return fits(host, ask, slots);
    }

    /** Larger than a NUMA node of the host: it takes whole ones. */
    static boolean spans(PlacementCell.Whole whole, int count) {
        return count > whole.largestGroup() && whole.freeGroups().cover(count);
    }

    private static Candidate better(
            Comparator<PlacementScore> order,
            @Nullable Candidate best,
            PlacementScore score,
            NavigableSet<IndexEntry> entries,
            boolean oneNuma) {
        return best == null || order.compare(score, best.score()) < 0 ? new Candidate(score, entries, oneNuma) : best;
    }

    private static List<Slot> ofGroup(Host host, PlacementRequest ask, long numaNode) {
        return host.slots().stream()
                .filter(slot -> slot.free()
                        && slot.numaNode() == numaNode
                        && slot.model().equals(ask.model()))
                .sorted(Comparator.comparing(Slot::near).reversed().thenComparing(Slot::pciAddress))
                .limit(ask.count())
                .sorted(Comparator.comparing(Slot::pciAddress))
                .toList();
    }

    /** As {@link GroupSizes#cover} takes them: the largest first that still fit. */
    private static List<Slot> ofGroups(Host host, PlacementRequest ask) {
        Map<Integer, List<Slot>> groups = new HashMap<>();
        for (Slot slot : host.slots()) {
            if (slot.numaNode() >= 0 && slot.model().equals(ask.model())) {
                groups.computeIfAbsent(slot.numaNode(), numa -> new ArrayList<>())
                        .add(slot);
            }
        }
        List<List<Slot>> free = groups.values().stream()
                .filter(group -> group.stream().allMatch(Slot::free))
                .sorted(Comparator.comparingInt((List<Slot> group) -> group.size())
                        .reversed()
                        .thenComparingInt(group -> group.getFirst().numaNode()))
                .toList();
        List<Slot> taken = new ArrayList<>();
        for (List<Slot> group : free) {
            if (taken.size() + group.size() <= ask.count()) {
                taken.addAll(group);
            }
        }
        return taken.stream().sorted(Comparator.comparing(Slot::pciAddress)).toList();
    }

    private static PlacementChoice.@Nullable Fits bareMetal(Inventory inventory, PlacementRequest ask) {
        Comparator<PlacementScore> order = PlacementScore.by(ask.strategy());
        Candidate best = null;
        for (SlotPool pool : inventory.pools(ask)) {
            for (Map.Entry<PlacementCell.Whole, NavigableSet<IndexEntry>> cell :
                    pool.wholes().entrySet()) {
                if (sellable(cell.getKey(), ask)) {
                    best = better(order, best, PlacementScore.of(cell.getKey(), ask.gpus()), cell.getValue(), false);
                }
            }
        }
        if (best == null) {
            return null;
        }
        Host host =
                inventory.require(IndexEntry.choose(best.entries(), ask.salt()).node());
        return fits(host, ask, host.slots());
    }

    /** A host with other GPUs than asked for, or fewer, is another product. */
    static boolean sellable(PlacementCell.Whole whole, PlacementRequest ask) {
        return whole.allFree() && whole.size() == ask.gpus();
    }

    private static PlacementChoice.Fits fits(Host host, PlacementRequest ask, List<Slot> slots) {
        if (slots.size() != ask.gpus()) {
            throw new IllegalStateException(
                    "the index promised " + ask.gpus() + " GPUs of " + host.name() + ", there are " + slots.size());
        }
        List<SlotPart> parts = slots.stream().map(SlotPart::whole).toList();
        return new PlacementChoice.Fits(
                host,
                parts,
                ask.shape() == Shape.BARE_METAL
                        ? PlacementReasons.ofHost(host)
                        : PlacementReasons.ofSlice(host, ask, slots));
    }
}
