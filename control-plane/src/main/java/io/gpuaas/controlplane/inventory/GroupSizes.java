package io.gpuaas.controlplane.inventory;

import java.util.List;

/** Sizes of up to eight NUMA nodes, the largest first, in one number. */
record GroupSizes(long packed) {

    private static final int GROUPS_MAX = 8;

    static GroupSizes of(List<Integer> sizes) {
        long packed = 0;
        for (int size : sizes.stream().sorted((a, b) -> b - a).limit(GROUPS_MAX).toList()) {
            packed = packed << 8 | size;
        }
        return new GroupSizes(packed);
    }

    /** Whether some of them together are exactly so many, the largest taken first. */
    boolean cover(int count) {
        int left = count;
        for (int shift = 8 * (GROUPS_MAX - 1); shift >= 0; shift -= 8) {
            int size = (int) (packed >>> shift) & 0xFF;
            if (size <= left) {
                left -= size;
            }
        }
        return left == 0;
    }

    /** How often they cover it, each group used once. Groups of one host are usually of one size. */
    int times(int count) {
        int times = 0;
        GroupSizes rest = this;
        while (count > 0 && rest.cover(count)) {
            rest = rest.without(count);
            times++;
        }
        return times;
    }

    private GroupSizes without(int count) {
        int left = count;
        long kept = 0;
        for (int shift = 8 * (GROUPS_MAX - 1); shift >= 0; shift -= 8) {
            int size = (int) (packed >>> shift) & 0xFF;
            if (size != 0 && size <= left) {
                left -= size;
            } else if (size != 0) {
                kept = kept << 8 | size;
            }
        }
        return new GroupSizes(kept);
    }
}
