package io.gpuaas.kernel;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Where new ids come from; injected, so that tests can foresee them. */
@FunctionalInterface
public interface IdSource {

    UUID next();

    /** UUIDs of version 7: rows that are created together lie together in an index, paging by id is paging by age. */
    static IdSource timeOrdered(InstantSource clock, RandomGenerator random) {
        return new TimeOrderedIds(clock, random);
    }
}
