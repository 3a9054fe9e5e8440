package io.gpuaas.controlplane.platform;

import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** One piece of work that is repeated, and the record of its runs in this process. */
public final class Round {

    private static final int FAILURE_CHARS_MAX = 500;

    private final String name;
    private final @Nullable Role role;
    private final Duration interval;
    private final Work work;
    private final Clock clock;
    private final RoundFailures log;
    private final Timer timer;
    private final Counter failed;
    private volatile Duration firstAfter = Duration.ZERO;

    // The rest is guarded by this.
    private boolean running;
    private @Nullable Instant dueAt;
    private @Nullable Instant lastStartedAt;
    private @Nullable Duration lastDuration;
    private @Nullable Instant lastFailedAt;
    private @Nullable String lastFailure;
    private long runs;
    private long failures;

    /** The work of a round. A failure is recorded and logged, and the next run happens all the same. */
    @FunctionalInterface
    public interface Work {

        void run() throws Exception;
    }

    Round(String name, @Nullable Role role, Duration interval, Work work, Clock clock, MeterRegistry metrics) {
        this.name = name;
        this.role = role;
        this.interval = interval;
        this.work = work;
        this.clock = clock;
        this.log = new RoundFailures(name);
        this.timer = Timer.builder("gpuaas_background_round")
                .description("Runs of a background round")
                .tag("round", name)
                .register(metrics);
        this.failed = Counter.builder("gpuaas_background_round_failures")
                .description("Runs of a background round that failed")
                .tag("round", name)
                .register(metrics);
    }

    /** Delays the first run; without it the first run follows the start of the process at once. */
    public Round firstAfter(Duration delay) {
        this.firstAfter = delay;
        return this;
    }

    String name() {
        return name;
    }

    Work work() {
        return work;
    }

    Duration interval() {
        return interval;
    }

    Duration firstAfter() {
        return firstAfter;
    }

    synchronized void isDueIn(Duration delay) {
        dueAt = clock.instant().plus(delay);
    }

    void run() {
        long began = begin();
        @Nullable Throwable failure = null;
        try {
            work.run();
        } catch (Throwable e) {
            // Errors too: a round that ended here would silently never run again.
            failure = e;
        }
        end(Duration.ofNanos(System.nanoTime() - began), failure);
    }

    private synchronized long begin() {
        running = true;
        lastStartedAt = clock.instant();
        return System.nanoTime();
    }

    private synchronized void end(Duration took, @Nullable Throwable failure) {
        running = false;
        runs++;
        lastDuration = took;
        timer.record(took);
        if (failure == null) {
            log.succeeded();
            return;
        }
        failures++;
        failed.increment();
        lastFailedAt = clock.instant();
        lastFailure = describe(failure);
        log.failed(failure, failure instanceof DataAccessException);
    }

    private static String describe(Throwable failure) {
        String message = failure.getMessage();
        // PostgreSQL keeps no NUL in a text.
        String text = Redaction.redact(
                        message == null || message.isBlank()
                                ? failure.getClass().getName()
                                : message)
                .replace('\0', ' ');
        return text.length() <= FAILURE_CHARS_MAX ? text : text.substring(0, FAILURE_CHARS_MAX);
    }

    synchronized RoundStatus status() {
        return new RoundStatus(
                name,
                role,
                interval,
                running,
                running && lastStartedAt != null ? lastStartedAt.plus(interval) : dueAt,
                lastStartedAt,
                lastDuration,
                lastFailedAt,
                lastFailure,
                runs,
                failures);
    }
}
