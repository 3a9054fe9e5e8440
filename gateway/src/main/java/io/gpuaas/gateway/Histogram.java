package io.gpuaas.gateway;

import java.util.concurrent.atomic.LongAdder;

/** Counts durations in buckets from half a millisecond to ten seconds. */
final class Histogram {

    private static final double[] BOUNDS = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};

    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder sumNanos = new LongAdder();

    Histogram() {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
    }

    void record(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS.length && nanos > BOUNDS[bucket] * 1e9) {
            bucket++;
        }
        buckets[bucket].increment();
        sumNanos.add(nanos);
    }

    void write(StringBuilder out, String name) {
        long count = 0;
        for (int i = 0; i < buckets.length; i++) {
            count += buckets[i].sum();
            String bound = i < BOUNDS.length ? String.valueOf(BOUNDS[i]) : "+Inf";
            out.append(name)
                    .append("_bucket{le=\"")
                    .append(bound)
                    .append("\"} ")
                    .append(count)
                    .append('\n');
        }
        out.append(name).append("_sum ").append(sumNanos.sum() / 1e9).append('\n');
        out.append(name).append("_count ").append(count).append('\n');
    }
}
