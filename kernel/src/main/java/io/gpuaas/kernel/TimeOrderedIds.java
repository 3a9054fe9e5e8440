package io.gpuaas.kernel;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * UUID version 7: the time in milliseconds, a count within the millisecond, then random bits. The ids of one
 * source always grow, also while its clock stands still or is set back by up to a second.
 */
final class TimeOrderedIds implements IdSource {

    private static final int COUNT_BITS = 12;
    private static final long COUNT_MASK = 0x0FFFL;
    /** The count starts at random in its lower half; when it is full the next millisecond is taken early. */
    private static final long COUNT_START_MASK = 0x07FFL;

    private static final long CLOCK_SLACK = 1_000L << COUNT_BITS;

    private final InstantSource clock;
    private final RandomGenerator random;
    private final AtomicLong last = new AtomicLong();

    TimeOrderedIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    @Override
    public UUID next() {
        long fresh = clock.millis() << COUNT_BITS | (random.nextLong() & COUNT_START_MASK);
        long moment = last.updateAndGet(before -> before >= fresh && before - fresh < CLOCK_SLACK ? before + 1 : fresh);
        long high = moment >>> COUNT_BITS << 16 | 0x7000L | (moment & COUNT_MASK);
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
