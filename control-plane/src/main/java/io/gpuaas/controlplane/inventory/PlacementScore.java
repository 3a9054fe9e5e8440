package io.gpuaas.controlplane.inventory;

import java.util.Comparator;

/**
 * The cost of taking a place; less is better.
 *
 * @param far GPUs without a disk and fabric port beside them
 * @param hosts whole hosts that are broken up
 * @param quads groups of four that are lost
 * @param pairs pairs that are lost
 * @param left GPUs that remain free beside it
 * @param hostFree GPUs that were free in the host before
 */
record PlacementScore(int far, int hosts, int quads, int pairs, int left, int hostFree) {

    private static final Comparator<PlacementScore> HOLES = Comparator.comparingInt(PlacementScore::far)
            .thenComparingInt(PlacementScore::hosts)
            .thenComparingInt(PlacementScore::quads)
            .thenComparingInt(PlacementScore::pairs)
            .thenComparingInt(PlacementScore::left)
            .thenComparingInt(PlacementScore::hostFree);
    private static final Comparator<PlacementScore> FULLEST = Comparator.comparingInt(PlacementScore::far)
            .thenComparingInt(PlacementScore::hostFree)
            .thenComparing(HOLES);
    private static final Comparator<PlacementScore> EMPTIEST = Comparator.comparingInt(PlacementScore::far)
            .thenComparing(Comparator.comparingInt(PlacementScore::hostFree).reversed())
            .thenComparing(Comparator.comparingInt(PlacementScore::left).reversed());

    static Comparator<PlacementScore> by(PlacementPreference strategy) {
        return switch (strategy) {
            case BEST_FIT -> HOLES;
            case PACK -> FULLEST;
            case SPREAD -> EMPTIEST;
        };
    }

    static PlacementScore of(PlacementCell.Group group, int count) {
        int left = group.free() - count;
        return new PlacementScore(
                Math.max(0, count - group.near()),
                group.hostFree() == group.hostSize() ? 1 : 0,
                group.free() / 4 - left / 4,
                group.free() / 2 - left / 2,
                left,
                group.hostFree());
    }

    static PlacementScore of(PlacementCell.Whole whole, int count) {
        return new PlacementScore(
                Math.max(0, count - whole.near()),
                whole.allFree() ? 1 : 0,
                count / 4,
                count / 2,
                whole.free() - count,
                whole.free());
    }
}
