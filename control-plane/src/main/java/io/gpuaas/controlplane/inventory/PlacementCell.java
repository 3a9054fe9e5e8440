package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import java.util.Comparator;

/**
 * Groups places that are equally good. There are few cells however many hosts there are, so a decision costs the same
 * in a large fleet as in a small one.
 */
sealed interface PlacementCell {

    /** GPUs of one NUMA node: how many, free, free with disk and fabric port of their own; and of its host. */
    record Group(int size, int free, int near, int hostSize, int hostFree) implements PlacementCell, Comparable<Group> {

        private static final Comparator<Group> ORDER = Comparator.comparingInt(Group::free)
                .thenComparingInt(Group::hostFree)
                .thenComparingInt(Group::near)
                .thenComparingInt(Group::size)
                .thenComparingInt(Group::hostSize);

        @Override
        public int compareTo(Group other) {
            return ORDER.compare(this, other);
        }
    }

    /** A host: its GPUs of any model, those of this model that are free, and NUMA nodes that are free as wholes. */
    record Whole(int size, int free, int near, int largestGroup, GroupSizes freeGroups)
            implements PlacementCell, Comparable<Whole> {

        private static final Comparator<Whole> ORDER = Comparator.comparingInt(Whole::free)
                .thenComparingInt(Whole::near)
                .thenComparingInt(Whole::size)
                .thenComparingInt(Whole::largestGroup)
                .thenComparingLong(whole -> whole.freeGroups().packed());

        boolean allFree() {
            return free == size;
        }

        @Override
        public int compareTo(Whole other) {
            return ORDER.compare(this, other);
        }
    }

    /** A divided GPU: what is taken of it. */
    record Divided(int taken, int compute) implements PlacementCell, Comparable<Divided> {

        private static final Comparator<Divided> ORDER =
                Comparator.comparingInt(Divided::taken).thenComparingInt(Divided::compute);

        boolean takes(MigProfile profile, int start) {
            return (taken & profile.mask(start)) == 0 && compute + profile.compute() <= MigProfile.COMPUTE_SLICES;
        }

        /** How many more instances of the profile it takes. Starts of one profile do not overlap. */
        int room(MigProfile profile) {
            int starts = (int) profile.starts().stream()
                    .filter(start -> takes(profile, start))
                    .count();
            int byCompute = (MigProfile.COMPUTE_SLICES - compute) / profile.compute();
            return Math.min(profile.max(), Math.min(starts, byCompute));
        }

        @Override
        public int compareTo(Divided other) {
            return ORDER.compare(this, other);
        }
    }
}
