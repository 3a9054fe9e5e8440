package io.gpuaas.controlplane.limits;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the limit store, and pauses after it did not answer: each process then uses limits of its own. */
class SharedStore implements BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(SharedStore.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final @Nullable LimitStore store;
    private final Clock clock;
    private final Counter failures;
    private final Counter questions;
    private volatile Instant awayUntil = Instant.MIN;
    private volatile boolean away;

    /** @param store null: this process is the only one, and nothing is shared */
    SharedStore(@Nullable LimitStore store, Clock clock, MeterRegistry metrics) {
        this.store = store;
        this.clock = clock;
        this.failures = metrics.counter("gpuaas_limits_store_failures");
        this.questions = metrics.counter("gpuaas_limits_store_questions");
        Gauge.builder("gpuaas_limits_local", () -> away ? 1 : 0)
                .description("1 while the shared store does not answer and this process uses limits of its own")
                .register(metrics);
    }

    /** Empty when the store did not answer, and the local limit decides. */
    <T> Optional<T> ask(Function<LimitStore, T> question) {
        LimitStore asked = store;
        if (asked == null || (away && clock.instant().isBefore(awayUntil))) {
            return Optional.empty();
        }
        try {
            questions.increment();
            T answer = question.apply(asked);
            if (away) {
                away = false;
                log.info("reached the limit store; limits are shared again");
            }
            return Optional.of(answer);
        } catch (RuntimeException e) {
            failures.increment();
            awayUntil = clock.instant().plus(PAUSE);
            if (!away) {
                away = true;
                log.warn("could not reach the limit store; using limits of this process alone", e);
            }
            return Optional.empty();
        }
    }

    /** Lost when the store does not answer: the store expires the entry by itself, later. */
    void tell(Consumer<LimitStore> what) {
        boolean told = ask(asked -> {
                    what.accept(asked);
                    return true;
                })
                .isPresent();
        log.atTrace().addKeyValue("written", told).log("wrote to the limit store");
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(1), "limits.remove-expired", this::removeExpired)
                .firstAfter(Duration.ofMinutes(1));
    }

    void removeExpired() {
        tell(LimitStore::removeExpired);
    }

    @PreDestroy
    void close() {
        if (store != null) {
            store.close();
        }
    }
}
