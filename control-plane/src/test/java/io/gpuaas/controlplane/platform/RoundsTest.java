package io.gpuaas.controlplane.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;

@Timeout(120)
class RoundsTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final CountDownLatch released = new CountDownLatch(1);
    private @Nullable Rounds rounds;

    @AfterEach
    void stop() {
        released.countDown();
        if (rounds != null) {
            rounds.stop();
        }
    }

    private Rounds begun(Duration stopTimeout, Consumer<Rounds> declaration) {
        Rounds made = new Rounds(
                Set.of(Role.API),
                stopTimeout,
                Clock.systemUTC(),
                metrics,
                List.<BackgroundWork>of(declaration::accept));
        rounds = made;
        made.start();
        made.begin();
        return made;
    }

    private static RoundStatus status(Rounds rounds, String name) {
        return rounds.list().stream()
                .filter(round -> round.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRoundNeverRunsTwiceAtOnce() {
        AtomicInteger starts = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        Rounds all = begun(PATIENCE, to -> {
            to.every(SHORT, "slow", () -> {
                starts.incrementAndGet();
                released.await();
            });
            to.every(SHORT, "other", others::incrementAndGet);
        });
        await().atMost(PATIENCE).until(() -> starts.get() > 0 && others.get() > 0);
        int before = others.get();
        await().atMost(PATIENCE).until(() -> others.get() > before + 50);
        assertThat(starts).hasValue(1);
        assertThat(status(all, "slow").running()).isTrue();
        released.countDown();
        await().atMost(PATIENCE).until(() -> starts.get() > 1);
    }

    @Test
    void aRoundOfARoleThatTheProcessLacksDoesNotRun() {
        AtomicInteger foreign = new AtomicInteger();
        AtomicInteger own = new AtomicInteger();
        Rounds all = begun(PATIENCE, to -> {
            to.every(SHORT, Role.NODE_API, "foreign", foreign::incrementAndGet);
            to.every(SHORT, Role.API, "own", own::incrementAndGet);
        });
        await().atMost(PATIENCE).until(() -> own.get() > 20);
        assertThat(foreign).hasValue(0);
        assertThat(all.list()).extracting(RoundStatus::name).containsExactly("own");
        assertThat(metrics.find("gpuaas_background_round")
                        .tag("round", "foreign")
                        .timer())
                .isNull();
    }

    @Test
    void aFailureIsRecordedAndTheNextRunHappens() {
        AtomicInteger runs = new AtomicInteger();
        Rounds all = begun(
                PATIENCE,
                to -> to.every(SHORT, "failing", () -> {
                    if (runs.incrementAndGet() == 1) {
                        throw new AssertionError("the disk is full");
                    }
                }));
        await().atMost(PATIENCE).until(() -> status(all, "failing").runs() >= 3);
        RoundStatus status = status(all, "failing");
        assertThat(status.failures()).isEqualTo(1);
        assertThat(status.lastFailure()).isEqualTo("the disk is full");
        assertThat(status.lastFailedAt()).isNotNull();
        assertThat(status.lastStartedAt()).isNotNull();
        assertThat(status.lastDuration()).isNotNull();
        assertThat(metrics.get("gpuaas_background_round_failures")
                        .tag("round", "failing")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(metrics.get("gpuaas_background_round")
                        .tag("round", "failing")
                        .timer()
                        .count())
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void stoppingWaitsForARunningRound() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        AtomicInteger ends = new AtomicInteger();
        Rounds all = begun(
                PATIENCE,
                to -> to.every(SHORT, "slow", () -> {
                    entered.countDown();
                    released.await();
                    ends.incrementAndGet();
                }));
        entered.await();
        Thread stopping = Thread.ofPlatform().start(all::stop);
        await().atMost(PATIENCE).until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
        assertThat(ends).hasValue(0);
        released.countDown();
        stopping.join();
        assertThat(ends).hasValue(1);
        assertThat(all.isRunning()).isFalse();
    }

    @Test
    void stoppingGivesUpOnARoundThatDoesNotEnd() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        Rounds all = begun(
                Duration.ofMillis(50),
                to -> to.every(SHORT, "endless", () -> {
                    entered.countDown();
                    released.await();
                }));
        entered.await();
        all.stop();
        assertThat(status(all, "endless").running()).isTrue();
        assertThat(all.isRunning()).isFalse();
    }

    @Test
    void nothingStartsAfterTheStop() {
        AtomicInteger runs = new AtomicInteger();
        Rounds all = begun(PATIENCE, to -> to.every(SHORT, "often", runs::incrementAndGet));
        await().atMost(PATIENCE).until(() -> runs.get() > 0);
        all.stop();
        int atTheStop = runs.get();
        all.begin();
        assertThat(status(all, "often").running()).isFalse();
        assertThat(runs).hasValue(atTheStop);
    }

    @Test
    void theFirstRunIsDelayedByAtMostATenthOfTheInterval() {
        assertThat(Rounds.jitter(Duration.ofSeconds(2), 0)).isZero();
        assertThat(Rounds.jitter(Duration.ofSeconds(2), 0.999))
                .isBetween(Duration.ofMillis(190), Duration.ofMillis(200));
        assertThat(Rounds.jitter(Duration.ofHours(24), 0.999)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(5));
    }

    @Test
    void twoRoundsOfOneNameAreRefused() {
        assertThatThrownBy(() -> begun(PATIENCE, to -> {
                    to.every(SHORT, "same", () -> {});
                    to.every(SHORT, "same", () -> {});
                }))
                .hasMessageContaining("two rounds are called same");
    }

    @Test
    void repeatedFailuresDoNotFloodTheLog() {
        Logger logger = (Logger) LoggerFactory.getLogger(Rounds.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            RoundFailures failures = new RoundFailures("nodes.silence");
            for (int i = 0; i < 99; i++) {
                failures.failed(new DataAccessResourceFailureException("no connection after " + i + " ms"), true);
            }
            assertThat(lines.list).hasSize(2).allMatch(line -> line.getLevel() == Level.WARN);
            failures.failed(new IllegalStateException("something else"), false);
            assertThat(lines.list).hasSize(3);
            assertThat(lines.list.getLast().getLevel()).isEqualTo(Level.ERROR);
            assertThat(lines.list.getLast().getKeyValuePairs().toString()).contains("nodes.silence");
            failures.succeeded();
            failures.succeeded();
            assertThat(lines.list).hasSize(4);
            assertThat(lines.list.getLast().getFormattedMessage()).contains("works again");
        } finally {
            logger.detachAppender(lines);
        }
    }
}
