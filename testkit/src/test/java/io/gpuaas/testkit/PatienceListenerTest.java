package io.gpuaas.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PatienceListenerTest {

    @Test
    void waitsOfThisProcessLastAMinuteAndLookOftenAtFirst() {
        List<Duration> intervals = new ArrayList<>();
        List<Long> remaining = new ArrayList<>();
        AtomicInteger looks = new AtomicInteger();
        Awaitility.await()
                .conditionEvaluationListener(look -> {
                    intervals.add(look.getPollInterval());
                    remaining.add(look.getRemainingTimeInMS());
                })
                .until(() -> looks.incrementAndGet() == 6);
        assertThat(intervals.getFirst()).isLessThanOrEqualTo(PatienceListener.FIRST_INTERVAL);
        assertThat(intervals).isSorted().last().isEqualTo(PatienceListener.LAST_INTERVAL);
        assertThat(remaining.getFirst()).isGreaterThan(30_000);
    }
}
