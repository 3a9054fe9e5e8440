package io.gpuaas.controlplane.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.limits.LimitStore.Ask;
import io.gpuaas.controlplane.limits.LimitStore.Grant;
import io.gpuaas.testkit.MovableClock;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The contract of every limit store. */
abstract class LimitStoreContract {

    private static final Limit TEN = Limit.perMinute(10);

    static MovableClock stoppedNow() {
        return MovableClock.stoppedAt(Clock.systemUTC().instant());
    }

    private final MovableClock clock = stoppedNow();
    private final String key = "test/" + UUID.randomUUID();

    /** Two processes have one each. */
    abstract LimitStore store(Clock read);

    private static Grant take(LimitStore store, String key, long wanted) {
        return store.take(new Ask(key, TEN, 0, wanted));
    }

    @Test
    void twoProcessesTogetherGetWhatTheBucketHolds() {
        try (LimitStore one = store(clock);
                LimitStore two = store(clock)) {
            long given = 0;
            for (int i = 0; i < 20; i++) {
                given += take(i % 2 == 0 ? one : two, key, 1).given();
            }
            assertThat(given).isEqualTo(10);
            Grant none = take(two, key, 1);
            assertThat(none.given()).isZero();
            assertThat(none.retryAfter()).isBetween(Duration.ofSeconds(5), Duration.ofMillis(6_100));
        }
    }

    @Test
    void manyAtOnceGetNoMore() throws Exception {
        try (LimitStore one = store(clock);
                LimitStore two = store(clock);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Long>> askers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                LimitStore asked = i % 2 == 0 ? one : two;
                askers.add(() -> take(asked, key, 1).given());
            }
            long given = 0;
            for (Future<Long> answer : threads.invokeAll(askers)) {
                given += answer.get();
            }
            assertThat(given).isEqualTo(10);
        }
    }

    @Test
    void tokensComeBackEvenlyAndNeverMoreThanTheBucketHolds() {
        try (LimitStore store = store(clock)) {
            for (int i = 0; i < 10; i++) {
                assertThat(take(store, key, 1).given()).isEqualTo(1);
            }
            clock.forward(Duration.ofSeconds(7));
            assertThat(take(store, key, 1).given()).isEqualTo(1);
            assertThat(take(store, key, 1).given()).isZero();
            clock.forward(Duration.ofHours(1));
            long given = 0;
            for (int i = 0; i < 20; i++) {
                given += take(store, key, 1).given();
            }
            assertThat(given).isEqualTo(10);
        }
    }

    @Test
    void oneAskerGetsAShareAndSmallOnesNearTheEnd() {
        Limit large = Limit.perMinute(1_000);
        try (LimitStore store = store(clock)) {
            assertThat(store.take(new Ask(key, large, 0, 100)).given()).isEqualTo(100);
            assertThat(store.take(new Ask(key, large, 0, 1_000)).given()).isEqualTo(225);
            long given = 325;
            Grant grant = store.take(new Ask(key, large, 0, 1_000));
            for (int i = 0; i < 100 && grant.given() > 0; i++) {
                given += grant.given();
                grant = store.take(new Ask(key, large, 0, 1_000));
            }
            assertThat(given).isEqualTo(1_000);
        }
    }

    @Test
    void earlierUseCountsForANewBucket() {
        try (LimitStore store = store(clock)) {
            assertThat(store.take(new Ask(key, TEN, 9, 1)).left()).isZero();
            assertThat(store.take(new Ask(key, TEN, 9, 1)).given()).isZero();
        }
    }

    @Test
    void guessingGetsSlowerOverBothProcesses() {
        Throttling three = new Throttling(3);
        try (LimitStore one = store(clock);
                LimitStore two = store(clock)) {
            assertThat(one.attempt(key, three)).isEmpty();
            assertThat(two.attempt(key, three)).isEmpty();
            assertThat(one.attempt(key, three)).isEmpty();
            assertThat(two.attempt(key, three))
                    .hasValueSatisfying(
                            wait -> assertThat(wait).isBetween(Duration.ofMillis(900), Duration.ofSeconds(1)));
            clock.forward(Duration.ofSeconds(1));
            assertThat(two.attempt(key, three)).isEmpty();
            assertThat(one.attempt(key, three))
                    .hasValueSatisfying(
                            wait -> assertThat(wait).isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(2)));
            one.forgive(key);
            assertThat(two.attempt(key, three)).as("one attempt was taken back").isEmpty();
            assertThat(one.attempt(key, three)).isPresent();
            two.forget(key);
            assertThat(one.attempt(key, three)).isEmpty();
            assertThat(two.attempt(key, three)).isEmpty();
        }
    }

    @Test
    void freeAttemptsDoNotBlockAProcessWhoseClockIsBehind() {
        Throttling three = new Throttling(3);
        MovableClock behind = stoppedNow();
        clock.forward(Duration.ofSeconds(5));
        try (LimitStore one = store(clock);
                LimitStore two = store(behind)) {
            assertThat(one.attempt(key, three)).isEmpty();
            assertThat(two.attempt(key, three)).isEmpty();
            one.forgive(key);
            assertThat(two.attempt(key, three)).as("forgiven by the other").isEmpty();
        }
    }

    @Test
    void aWaitIsBounded() {
        Throttling none = new Throttling(1);
        try (LimitStore store = store(clock)) {
            for (int i = 0; i < 40; i++) {
                assertThat(store.attempt(key, none)).isEmpty();
                clock.forward(Throttling.WAIT_MAX);
            }
            assertThat(store.attempt(key, none)).isEmpty();
            assertThat(store.attempt(key, none))
                    .hasValueSatisfying(wait -> assertThat(wait).isLessThanOrEqualTo(Throttling.WAIT_MAX));
        }
    }
}
