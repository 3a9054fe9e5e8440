package io.gpuaas.kernel;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Where new ids come from; injected, so that tests can foresee them. */
@FunctionalInterface
public interface IdSource {

    UUID next();

    /**
     * UUID version 7: the creation time in milliseconds, then random bits. Rows that are created
     * together lie together in an index, and paging by id is paging by age.
     */
    static IdSource timeOrdered(InstantSource clock, RandomGenerator random) {
        return () -> {
            long high = (clock.millis() << 16) | 0x7000L | (random.nextLong() & 0x0FFFL);
            long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
            return new UUID(high, low);
        };
    }
}
