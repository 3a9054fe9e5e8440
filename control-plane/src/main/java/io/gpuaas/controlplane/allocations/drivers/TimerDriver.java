package io.gpuaas.controlplane.allocations.drivers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.gpuaas.controlplane.allocations.Advance;
import io.gpuaas.controlplane.allocations.LifecycleDriver;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.AllocationId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** The usual driver: one timer per live allocation in the database, run by db-scheduler, and wake-ups in memory. */
public final class TimerDriver implements LifecycleDriver, SmartLifecycle, BackgroundWork {

    private static final Logger log = LoggerFactory.getLogger(TimerDriver.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration HEARTBEAT = Duration.ofSeconds(4);

    /** As few as db-scheduler permits. */
    private static final int MISSED_HEARTBEATS_MAX = 4;

    /** A timer that a dead process held is looked for at every second heartbeat, and so taken up again by then. */
    public static final Duration HELD_BY_THE_DEAD_MAX = HEARTBEAT.multipliedBy(MISSED_HEARTBEATS_MAX + 2);

    /** The others have their turn the next time. */
    private static final int RESTORED_MAX = 10_000;

    private final Advance advance;
    private final Timers timers;
    private final Clock clock;
    private final Wakeups wakeups;
    private final Scheduler scheduler;
    private final boolean runs;
    private volatile boolean running;

    public TimerDriver(
            Advance advance, Timers timers, DataSource dataSource, Clock clock, int concurrency, boolean runs) {
        this.advance = advance;
        this.timers = timers;
        this.clock = clock;
        this.wakeups = new Wakeups(advance, concurrency);
        this.runs = runs;
        CustomTask<Void> task = Tasks.custom(Timers.TASK, Void.class)
                .onFailure(new FailureHandler.OnFailureRetryLater<>(AFTER_FAILURE))
                .onDeadExecutionRevive()
                .execute((instance, context) -> advance(AllocationId.parse(instance.getId())));
        this.scheduler = Scheduler.create(dataSource, task)
                .tableName(Timers.TABLE)
                .threads(concurrency)
                .executorService(Executors.newVirtualThreadPerTaskExecutor())
                .pollingInterval(POLL)
                .pollUsingLockAndFetch(0.5, 1.0)
                .heartbeatInterval(HEARTBEAT)
                .missedHeartbeatsLimit(MISSED_HEARTBEATS_MAX)
                .shutdownMaxWait(Duration.ofSeconds(5))
                .clock(clock::instant)
                .build();
    }

    private CompletionHandler<Void> advance(AllocationId id) {
        Optional<Instant> next = advance.advance(id);
        return (complete, operations) ->
                next.ifPresentOrElse(at -> operations.reschedule(complete, at), operations::remove);
    }

    /** A process that does not run lifecycles can wake nothing: those that do find what is due at their next look. */
    @Override
    public void follow(AllocationId id, Instant at) {
        Instant now = clock.instant();
        timers.set(id, runs || at.isBefore(now) ? at : now);
    }

    @Override
    public void wake(AllocationId id) {
        if (runs) {
            wakeups.wake(id);
        }
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(30), Role.LIFECYCLE, "allocations.timers", this::restoreTimers);
    }

    /**
     * A live allocation may have lost its timer: another driver cleared it, or a change came just as a timer with
     * nothing left to do was being removed.
     */
    public void restoreTimers() {
        int restored = timers.restore(clock.instant(), RESTORED_MAX);
        if (restored > 0) {
            log.info("{} allocations had no timer and are looked at now", restored);
        }
    }

    @Override
    public void start() {
        if (runs) {
            scheduler.start();
        }
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        if (runs) {
            scheduler.stop();
        }
        wakeups.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
