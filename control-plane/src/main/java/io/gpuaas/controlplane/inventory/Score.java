package io.gpuaas.controlplane.inventory;

import java.util.Comparator;

/**
 * What taking a place costs; less is better.
 *
 * @param far GPUs without a disk and fabric port beside them
 * @param hosts whole hosts that are broken up
 * @param quads groups of four that are lost
 * @param pairs pairs that are lost
 * @param left what remains free beside it
 * @param hostFree what was free in the host before
 */
record Score(int far, int hosts, int quads, int pairs, int left, int hostFree) {

    private static final Comparator<Score> HOLES = Comparator.comparingInt(Score::far)
            .thenComparingInt(Score::hosts)
            .thenComparingInt(Score::quads)
            .thenComparingInt(Score::pairs)
            .thenComparingInt(Score::left)
            .thenComparingInt(Score::hostFree);
    private static final Comparator<Score> FULLEST = Comparator.comparingInt(Score::far)
            .thenComparingInt(Score::hostFree)
            .thenComparing(HOLES);
    private static final Comparator<Score> EMPTIEST = Comparator.comparingInt(Score::far)
            .thenComparing(Comparator.comparingInt(Score::hostFree).reversed())
            .thenComparing(Comparator.comparingInt(Score::left).reversed());

    static Comparator<Score> by(Strategy strategy) {
        return switch (strategy) {
            case BEST_FIT -> HOLES;
            case PACK -> FULLEST;
            case SPREAD -> EMPTIEST;
        };
    }

    static Score of(Cell.Group group, int count) {
        int left = group.free() - count;
        return new Score(
                Math.max(0, count - group.near()),
                group.hostFree() == group.hostSize() ? 1 : 0,
                group.free() / 4 - left / 4,
                group.free() / 2 - left / 2,
                left,
                group.hostFree());
    }

    static Score of(Cell.Whole whole, int count) {
        return new Score(
                Math.max(0, count - whole.near()),
                whole.allFree() ? 1 : 0,
                count / 4,
                count / 2,
                whole.free() - count,
                whole.free());
    }
}
