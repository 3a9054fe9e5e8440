package io.gpuaas.controlplane.platform;

import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Repeats the background work of this process. A round runs on a virtual thread of its own, never twice at once; its
 * interval counts from the end of a run to the start of the next.
 *
 * <p>Rounds begin when everything else has started. They stop starting when the process begins to stop, and a run in
 * progress gets as long as requests get to finish.
 */
@Component
public class Rounds implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Rounds.class);

    /** Late in the start and early in the stop, but after the listeners have let go of their requests. */
    private static final int PHASE = Integer.MAX_VALUE / 2;

    /** Processes that start together do not ask the database for the same things in the same moment. */
    private static final int JITTER_PARTS = 10;

    private static final Duration JITTER_MAX = Duration.ofSeconds(5);

    /** A round that falls due in a pause looks again this long after. */
    private static final Duration PAUSED = Duration.ofMillis(200);

    /** For the rounds of roles that this process lacks. */
    private static final MeterRegistry UNMEASURED = new CompositeMeterRegistry();

    private final Set<Role> roles;
    private final Duration stopTimeout;
    private final Clock clock;
    private final MeterRegistry metrics;
    private final Iterable<BackgroundWork> declared;
    private final Map<String, Round> rounds = new TreeMap<>();
    private final Set<String> running = new TreeSet<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("rounds").daemon().factory());
    private boolean begun;
    private boolean closed;
    private boolean started;
    private boolean paused;

    @Autowired
    Rounds(GpuaasProperties properties, Clock clock, MeterRegistry metrics, ObjectProvider<BackgroundWork> declared) {
        this(properties.roles(), properties.server().drainTimeout(), clock, metrics, declared);
    }

    Rounds(
            Set<Role> roles,
            Duration stopTimeout,
            Clock clock,
            MeterRegistry metrics,
            Iterable<BackgroundWork> declared) {
        this.roles = Set.copyOf(roles);
        this.stopTimeout = stopTimeout;
        this.clock = clock;
        this.metrics = metrics;
        this.declared = declared;
        // A demo first decides whether it writes its past: a round of the present would close the month it begins in.
        this.paused = clock instanceof DemoClock;
    }

    /** Declares a round of every process. */
    public Round every(Duration interval, String name, Round.Work work) {
        return add(new Round(name, null, interval, work, clock, metrics));
    }

    /** Declares a round of the processes that have a role. */
    public Round every(Duration interval, Role role, String name, Round.Work work) {
        if (!roles.contains(role)) {
            return new Round(name, role, interval, work, clock, UNMEASURED);
        }
        return add(new Round(name, role, interval, work, clock, metrics));
    }

    private synchronized Round add(Round round) {
        if (rounds.put(round.name(), round) != null) {
            throw new IllegalStateException("two rounds are called " + round.name());
        }
        return round;
    }

    /** The rounds of this process, by name. */
    public List<RoundStatus> list() {
        return copy().stream().map(Round::status).toList();
    }

    private synchronized Collection<Round> copy() {
        return List.copyOf(rounds.values());
    }

    @EventListener
    void begin(ContextRefreshedEvent event) {
        begin();
    }

    void begin() {
        if (!isFirstBegin()) {
            return;
        }
        declared.forEach(work -> work.declare(this));
        copy().forEach(round -> schedule(
                round,
                round.firstAfter()
                        .plus(jitter(
                                round.interval(), ThreadLocalRandom.current().nextDouble()))));
    }

    private synchronized boolean isFirstBegin() {
        boolean first = !begun && !closed;
        begun = true;
        return first;
    }

    static Duration jitter(Duration interval, double share) {
        Duration most = interval.dividedBy(JITTER_PARTS);
        return Duration.ofMillis((long) (share * Math.min(most.toMillis(), JITTER_MAX.toMillis())));
    }

    private synchronized void schedule(Round round, Duration delay) {
        if (closed) {
            return;
        }
        round.isDueIn(delay);
        var started = timer.schedule(() -> start(round), delay.toNanos(), TimeUnit.NANOSECONDS);
        log.trace("scheduled {} as {}", round.name(), started);
    }

    private synchronized void start(Round round) {
        if (closed) {
            return;
        }
        if (paused) {
            schedule(round, PAUSED);
            return;
        }
        running.add(round.name());
        Thread.ofVirtual().name("round-" + round.name()).start(() -> run(round));
    }

    private void run(Round round) {
        try {
            round.run();
        } finally {
            ended(round);
        }
    }

    private synchronized void ended(Round round) {
        running.remove(round.name());
        notifyAll();
        schedule(round, round.interval());
    }

    /** Starts no round until {@link #resume}, and returns when none runs any more. */
    public synchronized void pause() throws InterruptedException {
        paused = true;
        while (!running.isEmpty()) {
            wait();
        }
    }

    public synchronized void resume() {
        paused = false;
    }

    /** Does the work of a round in this thread, during a pause. Its failures are the caller's. */
    public void runNow(String name) throws Exception {
        Round round;
        synchronized (this) {
            round = rounds.get(name);
            if (!paused || round == null) {
                throw new IllegalStateException("cannot run the round " + name + " now");
            }
        }
        round.work().run();
    }

    @EventListener
    void close(ContextClosedEvent event) {
        close();
    }

    private synchronized void close() {
        closed = true;
        timer.shutdownNow();
    }

    /** Waits for the rounds that run, as long as requests get. */
    @Override
    public synchronized void stop() {
        close();
        long until = System.nanoTime() + stopTimeout.toNanos();
        try {
            for (long left = stopTimeout.toMillis();
                    !running.isEmpty() && left > 0;
                    left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!running.isEmpty()) {
            log.atWarn().addKeyValue("rounds", running).log("stopped waiting for background rounds that still run");
        }
        started = false;
    }

    /** Rounds begin later, with the event that follows the start of everything. */
    @Override
    public synchronized void start() {
        started = true;
    }

    @Override
    public synchronized boolean isRunning() {
        return started;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
