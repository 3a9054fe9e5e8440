package io.gpuaas.controlplane.traces;

import io.gpuaas.controlplane.events.EventTraces.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** When events of a request were published, going by when something else of it happened. */
final class SearchWindows {

    /** Clocks of replicas differ a little. */
    static final Duration BEFORE = Duration.ofMinutes(1);

    /** The relay and consumers work on for a while; after an outage that may be minutes. */
    static final Duration AFTER = Duration.ofMinutes(10);

    /** Without any hint: what was asked for has most likely just happened. */
    static final Duration WITHOUT_HINT = Duration.ofHours(1);

    static final int WINDOWS_MAX = 20;

    private SearchWindows() {}

    /** Disjoint and in order. */
    static List<Window> around(List<Instant> moments, Instant now) {
        if (moments.isEmpty()) {
            return List.of(new Window(now.minus(WITHOUT_HINT), now.plus(BEFORE)));
        }
        List<Window> windows = new ArrayList<>();
        for (Instant moment : moments.stream().sorted().toList()) {
            Window next = new Window(moment.minus(BEFORE), moment.plus(AFTER));
            if (!windows.isEmpty() && !next.from().isAfter(windows.getLast().to())) {
                windows.set(windows.size() - 1, new Window(windows.getLast().from(), next.to()));
            } else if (windows.size() < WINDOWS_MAX) {
                windows.add(next);
            }
        }
        return windows;
    }
}
