package io.gpuaas.bench.kit;

import java.util.Arrays;
import java.util.List;

/** How long requests took, in nanoseconds. */
public final class Latencies {

    private long[] nanos = new long[4096];
    private int count;

    public void add(long taken) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = taken;
    }

    public static Latencies together(List<Latencies> parts) {
        Latencies all = new Latencies();
        for (Latencies part : parts) {
            for (int i = 0; i < part.count; i++) {
                all.add(part.nanos[i]);
            }
        }
        Arrays.sort(all.nanos, 0, all.count);
        return all;
    }

    public int count() {
        return count;
    }

    /** The smallest that this share of all did not exceed; of sorted ones, as {@link #together} gives them. */
    public double percentileMillis(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        int rank = (int) Math.ceil(share * count);
        return nanos[Math.clamp(rank, 1, count) - 1] / 1e6;
    }
}
