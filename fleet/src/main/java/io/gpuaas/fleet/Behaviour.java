package io.gpuaas.fleet;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How simulated nodes behave. The same seed gives the same fleet. */
public record Behaviour(Duration taskTime, double failureShare, long seed) {

    public static final Behaviour PROMPT = new Behaviour(Duration.ZERO, 0, 1);

    public Behaviour {
        if (failureShare < 0 || failureShare > 1) {
            throw new IllegalArgumentException("a share is between 0 and 1");
        }
    }

    RandomGenerator randomOf(int node) {
        return new java.util.SplittableRandom(seed * 1_000_003 + node);
    }
}
