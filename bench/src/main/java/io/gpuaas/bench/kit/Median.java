package io.gpuaas.bench.kit;

import java.util.List;

/** Picks the middle of several rounds, so that no outlier decides. */
public final class Median {

    private Median() {}

    public static double of(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
