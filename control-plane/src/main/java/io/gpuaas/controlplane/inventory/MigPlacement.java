package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds where an instance fits best in divided GPUs. Instances never move, so the starts that stay free matter: 0 and
 * 4, where the large ones start, are kept free longest.
 */
final class MigPlacement {

    private static final int QUAD = 0b1111;
    private static final int PAIR = 0b11;

    private MigPlacement() {}

    private record Candidate(
            NavigableSet<IndexEntry> entries, int start, int empty, int quads, int pairs, int compute) {

        private static final Comparator<Candidate> HOLES = Comparator.comparingInt(Candidate::empty)
                .thenComparingInt(Candidate::quads)
                .thenComparingInt(Candidate::pairs)
                .thenComparing(Comparator.comparingInt(Candidate::compute).reversed())
                .thenComparing(Comparator.comparingInt(Candidate::start).reversed());
        private static final Comparator<Candidate> EMPTIEST =
                Comparator.comparingInt(Candidate::compute).thenComparing(HOLES);

        static Comparator<Candidate> by(PlacementPreference strategy) {
            return switch (strategy) {
                case BEST_FIT, PACK -> HOLES;
                case SPREAD -> EMPTIEST;
            };
        }
    }

    static PlacementChoice.@Nullable Fits place(Inventory inventory, PlacementRequest ask) {
        MigProfile profile = Objects.requireNonNull(ask.mig(), "a MIG request has a profile");
        Comparator<Candidate> order = Candidate.by(ask.strategy());
        Candidate best = null;
        for (SlotPool pool : inventory.pools(ask)) {
            for (Map.Entry<PlacementCell.Divided, NavigableSet<IndexEntry>> cell :
                    pool.divided().entrySet()) {
                Candidate found = inCell(cell.getKey(), cell.getValue(), profile);
                if (found != null && (best == null || order.compare(found, best) < 0)) {
                    best = found;
                }
            }
        }
        return best == null ? null : fits(inventory, ask, profile, best);
    }

    private static @Nullable Candidate inCell(
            PlacementCell.Divided cell, NavigableSet<IndexEntry> entries, MigProfile profile) {
        Candidate best = null;
        for (int start : profile.starts()) {
            if (cell.takes(profile, start)) {
                int after = cell.taken() | profile.mask(start);
                Candidate found = new Candidate(
                        entries,
                        start,
                        cell.taken() == 0 ? 1 : 0,
                        quads(cell.taken()) - quads(after),
                        pairs(cell.taken()) - pairs(after),
                        cell.compute());
                if (best == null || Candidate.HOLES.compare(found, best) < 0) {
                    best = found;
                }
            }
        }
        return best;
    }

    private static int quads(int taken) {
        return ((taken & QUAD) == 0 ? 1 : 0) + ((taken & QUAD << 4) == 0 ? 1 : 0);
    }

    private static int pairs(int taken) {
        int free = 0;
        for (int start = 0; start < MigProfile.MEMORY_SLICES; start += 2) {
            free += (taken & PAIR << start) == 0 ? 1 : 0;
        }
        return free;
    }

    private static PlacementChoice.Fits fits(
            Inventory inventory, PlacementRequest ask, MigProfile profile, Candidate best) {
        IndexEntry entry = IndexEntry.choose(best.entries(), ask.salt());
        Host host = inventory.require(entry.node());
        Slot slot = host.slots().stream()
                .filter(one -> one.number() == entry.detail())
                .findFirst()
                .orElseThrow();
        return new PlacementChoice.Fits(
                host,
                List.of(new SlotPart(slot, profile, best.start())),
                PlacementReasons.ofInstance(host, ask, slot, best.start()));
    }
}
