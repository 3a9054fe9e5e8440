package io.gpuaas.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class IdSourceTest {

    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final IdSource ids = IdSource.timeOrdered(now::get, new Random(7));

    @Test
    void idsAreOfVersionSevenAndTellWhenTheyWereMade() {
        UUID id = ids.next();
        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(millis(id)).isEqualTo(NOON.toEpochMilli());
    }

    @Test
    void idsOfOneSourceGrowWhileItsClockStandsStill() {
        List<UUID> made = made(20_000);
        assertThat(made).isSortedAccordingTo(IdSourceTest::asPostgresDoes).doesNotHaveDuplicates();
        assertThat(millis(made.getLast()) - NOON.toEpochMilli()).isBetween(1L, 10L);
    }

    @Test
    void aClockThatIsSetBackALittleDoesNotSpoilTheOrder() {
        UUID before = ids.next();
        now.set(NOON.minusMillis(400));
        assertThat(ids.next()).usingComparator(IdSourceTest::asPostgresDoes).isGreaterThan(before);
    }

    @Test
    void aClockThatWasFarAheadIsForgotten() {
        now.set(NOON.plusSeconds(86_400));
        ids.next();
        now.set(NOON);
        assertThat(millis(ids.next())).isEqualTo(NOON.toEpochMilli());
    }

    private List<UUID> made(int count) {
        List<UUID> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(ids.next());
        }
        return made;
    }

    private static long millis(UUID id) {
        return id.getMostSignificantBits() >>> 16;
    }

    /** Byte by byte, without a sign. */
    private static int asPostgresDoes(UUID a, UUID b) {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }
}
