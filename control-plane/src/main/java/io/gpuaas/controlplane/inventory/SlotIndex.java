package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/**
 * This process's copy of hosts and slots, and what its open transactions are just taking. Rows are
 * read by the transaction that wrote them, and an older row never replaces a newer one, so the copy
 * may be late and is never wrong for long; the claim in the database decides.
 */
@Component
class SlotIndex implements BackgroundWork {

    private final SlotStore store;
    private final Inventory inventory = new Inventory();
    private final Map<NodeId, SlotStore.HostRow> hosts = new HashMap<>();
    private final Map<NodeId, Map<Long, Slot>> slots = new HashMap<>();
    private final Map<Long, List<SlotPart>> pending = new HashMap<>();
    private String horizon = SlotStore.BEGINNING;

    SlotIndex(SlotStore store) {
        this.store = store;
    }

    @Override
    public void declare(Rounds rounds) {
        // Changes by other processes show within this time even when nothing is read.
        rounds.every(Duration.ofSeconds(1), "inventory.slot-index", this::refresh);
    }

    /** Reads what was committed since the last look. */
    void refresh() {
        String from;
        synchronized (this) {
            from = horizon;
        }
        String next = store.horizon();
        List<SlotStore.HostRow> newHosts = store.hostsSince(from);
        List<Slot> newSlots = store.slotsSince(from);
        synchronized (this) {
            Set<NodeId> changed = new HashSet<>();
            newHosts.forEach(row -> note(row, changed));
            newSlots.forEach(row -> note(row, changed));
            changed.forEach(this::show);
            horizon = SlotStore.later(next, horizon);
        }
    }

    private void note(SlotStore.HostRow row, Set<NodeId> changed) {
        SlotStore.HostRow known = hosts.get(row.node());
        if (known == null || known.version() < row.version()) {
            hosts.put(row.node(), row);
            changed.add(row.node());
        }
    }

    private void note(Slot row, Set<NodeId> changed) {
        Map<Long, Slot> ofNode = slots.computeIfAbsent(row.node(), node -> new TreeMap<>());
        Slot known = ofNode.get(row.number());
        if (known == null || known.version() < row.version()) {
            ofNode.put(row.number(), row);
            changed.add(row.node());
        }
    }

    private void show(NodeId node) {
        SlotStore.HostRow host = hosts.get(node);
        if (host == null) {
            return; // its row comes with a later look
        }
        List<Slot> shown = new ArrayList<>();
        for (Slot slot : slots.getOrDefault(node, Map.of()).values()) {
            Slot seen = slot;
            for (SlotPart part : pending.getOrDefault(slot.number(), List.of())) {
                seen = (seen.taken() & part.mask()) == 0 ? seen.with(part.mask(), part.compute()) : seen;
            }
            shown.add(seen);
        }
        shown.sort(Comparator.comparing(Slot::pciAddress).thenComparingLong(Slot::number));
        inventory.put(new Host(node, host.name(), host.place(), host.state(), host.shapes(), shown));
    }

    /** Decides, leaving what is kept, and marks what it found as being taken. Its slots are as the database last had them. */
    synchronized PlacementChoice take(PlacementRequest ask, Set<Long> kept) {
        PlacementChoice choice = kept.isEmpty()
                ? Placement.place(inventory, ask)
                : PlacementRehearsal.of(inventory, Set.of(ask.model()), kept).find(ask);
        if (choice instanceof PlacementChoice.Fits fits) {
            List<SlotPart> parts = fits.parts().stream().map(this::committed).toList();
            mark(parts);
            return new PlacementChoice.Fits(fits.host(), parts, fits.reasons());
        }
        return choice;
    }

    private SlotPart committed(SlotPart part) {
        Slot row =
                slots.getOrDefault(part.slot().node(), Map.of()).get(part.slot().number());
        return new SlotPart(
                Objects.requireNonNull(row, "a slot is known once it is shown"), part.profile(), part.start());
    }

    private void mark(List<SlotPart> parts) {
        parts.forEach(part -> pending.computeIfAbsent(part.slot().number(), number -> new ArrayList<>())
                .add(part));
        nodes(parts).forEach(this::show);
    }

    /** The transaction that was taking them has ended, or did not get them. */
    synchronized void unmark(List<SlotPart> parts) {
        for (SlotPart part : parts) {
            pending.computeIfPresent(part.slot().number(), (number, marks) -> {
                marks.remove(part);
                return marks.isEmpty() ? null : marks;
            });
        }
        nodes(parts).forEach(this::show);
    }

    /** Adds rows that this process has just committed. */
    synchronized void put(List<Slot> rows) {
        Set<NodeId> changed = new HashSet<>();
        rows.forEach(row -> note(row, changed));
        changed.forEach(this::show);
    }

    private static Collection<NodeId> nodes(List<SlotPart> parts) {
        Set<NodeId> nodes = new HashSet<>();
        parts.forEach(part -> nodes.add(part.slot().node()));
        return nodes;
    }

    /** Reads without changes; the index is locked meanwhile. */
    synchronized <T> T read(Function<Inventory, T> look) {
        return look.apply(inventory);
    }
}
