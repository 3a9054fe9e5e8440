package io.gpuaas.bench;

import java.util.Arrays;
import java.util.List;

/** How long requests took, in nanoseconds. */
final class Latencies {

    private long[] nanos = new long[4096];
    private int count;

    void add(long taken) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = taken;
    }

    static Latencies together(List<Latencies> parts) {
        Latencies all = new Latencies();
        for (Latencies part : parts) {
            for (int i = 0; i < part.count; i++) {
                all.add(part.nanos[i]);
            }
        }
        Arrays.sort(all.nanos, 0, all.count);
        return all;
    }

    int count() {
        return count;
    }

    /** The smallest that this share of all did not exceed; of sorted ones, as {@link #together} gives them. */
    double percentileMillis(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        int rank = (int) Math.ceil(share * count);
        return nanos[Math.clamp(rank, 1, count) - 1] / 1e6;
    }
}
