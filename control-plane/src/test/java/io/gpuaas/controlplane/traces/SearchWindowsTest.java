package io.gpuaas.controlplane.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.events.EventTraces.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SearchWindowsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T12:00:00Z");
    private static final Instant THEN = Instant.parse("2026-01-01T12:00:00Z");

    private static Window around(Instant moment) {
        return new Window(moment.minus(SearchWindows.BEFORE), moment.plus(SearchWindows.AFTER));
    }

    @Test
    void momentsThatAreNearShareAWindow() {
        Instant soon = THEN.plus(Duration.ofMinutes(5));
        assertThat(SearchWindows.around(List.of(soon, THEN), NOW))
                .containsExactly(new Window(THEN.minus(SearchWindows.BEFORE), soon.plus(SearchWindows.AFTER)));
    }

    @Test
    void theSearchSkipsTheTimeBetweenDistantEntries() {
        Instant later = THEN.plus(Duration.ofDays(3));
        assertThat(SearchWindows.around(List.of(THEN, later), NOW)).containsExactly(around(THEN), around(later));
    }

    @Test
    void withoutAMomentOnlyTheLastHourIsSearched() {
        assertThat(SearchWindows.around(List.of(), NOW))
                .containsExactly(new Window(NOW.minus(SearchWindows.WITHOUT_HINT), NOW.plus(SearchWindows.BEFORE)));
    }

    @Test
    void howeverLongATraceIsTheSearchIsBounded() {
        List<Instant> hours = IntStream.range(0, 100)
                .mapToObj(n -> THEN.plus(Duration.ofHours(n)))
                .toList();
        assertThat(SearchWindows.around(hours, NOW)).hasSize(SearchWindows.WINDOWS_MAX);
    }
}
