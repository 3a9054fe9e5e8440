package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.events.EventBus.BusUnavailableException;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Moves events from the outbox to the bus. Each partition is drained by one process at a time, all that
 * a process holds together. When there is nothing to do the relay sleeps longer and longer
 * and is woken by the next commit of this process.
 */
@Component
class OutboxRelay implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration IDLE_WAIT_MIN = Duration.ofMillis(5);
    private static final Duration IDLE_WAIT_MAX = Duration.ofSeconds(1);
    private static final Duration GATHER = Duration.ofMillis(25);
    private static final int LANES = 4;
    private static final Duration FAILURE_WAIT = Duration.ofSeconds(1);

    private final OutboxStore outbox;
    private final DeadLetterStore deadLetters;
    private final EventBus bus;
    private final RelaySignal signal;
    private final Clock clock;
    private final PartitionLeases leases;
    private final Duration leaseDuration;
    private final int batchSize;
    private final boolean enabled;
    private final Counter published;

    /**
     * Whether any event may be stuck at publishing. Only the holder of a partition sets its events aside, so the ones
     * found when the leases were renewed, and those set aside since, are all there can be.
     */
    private volatile boolean mayBeStuck = true;

    private volatile boolean running;
    private @Nullable Thread loop;

    OutboxRelay(
            OutboxStore outbox,
            DeadLetterStore deadLetters,
            EventBus bus,
            RelaySignal signal,
            Clock clock,
            JdbcClient jdbc,
            TransactionTemplate transaction,
            GpuaasProperties properties,
            ProcessName process,
            MeterRegistry metrics) {
        this.outbox = outbox;
        this.deadLetters = deadLetters;
        this.bus = bus;
        this.signal = signal;
        this.clock = clock;
        this.leaseDuration = properties.bus().leaseDuration();
        this.batchSize = properties.bus().batchSize();
        this.enabled = properties.has(Role.OUTBOX_RELAY);
        this.leases = new PartitionLeases(jdbc, transaction, "relay", process.value(), Event.PARTITIONS, leaseDuration);
        this.published = metrics.counter("gpuaas_outbox_published");
    }

    @Override
    public void start() {
        if (enabled) {
            running = true;
            loop = Thread.ofPlatform().name("outbox-relay").daemon(true).start(this::run);
        }
    }

    @Override
    public void stop() {
        running = false;
        signal.wake();
        Thread thread = loop;
        if (thread != null) {
            try {
                thread.join(leaseDuration);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            loop = null;
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private void run() {
        Map<Integer, Long> held = Map.of();
        Instant renewAt = Instant.MIN;
        Duration wait = IDLE_WAIT_MIN;
        while (running) {
            try {
                Instant now = clock.instant();
                if (!now.isBefore(renewAt)) {
                    held = leases.renew();
                    mayBeStuck = deadLetters.isAnythingStuck(DeadLetterStore.PUBLISH);
                    renewAt = now.plus(leaseDuration.dividedBy(3));
                }
                int moved = pass(held, renewAt);
                if (moved >= batchSize) {
                    wait = IDLE_WAIT_MIN;
                } else if (moved > 0) {
                    wait = IDLE_WAIT_MIN;
                    // Events that arrive meanwhile go into the same batch.
                    Thread.sleep(GATHER);
                } else {
                    wait = min(wait.multipliedBy(2), IDLE_WAIT_MAX);
                    signal.await(wait);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                log.error("the outbox relay failed; retrying", e);
                held = Map.of();
                renewAt = Instant.MIN;
                pause(FAILURE_WAIT);
            }
        }
        releaseQuietly();
    }

    private void releaseQuietly() {
        try {
            leases.releaseAll();
        } catch (RuntimeException e) {
            log.atInfo()
                    .addKeyValue("reason", e)
                    .log("could not return the leases of the outbox relay; they will expire");
        }
    }

    /** Moves a batch of every held partition on, and says how many events that were. */
    private int pass(Map<Integer, Long> held, Instant until) throws InterruptedException {
        if (held.isEmpty()) {
            return 0;
        }
        try {
            int retried = mayBeStuck && retryDue(held.keySet()) ? 1 : 0;
            List<OutboxStore.Row> rows = outbox.read(held.keySet(), batchSize);
            if (rows.size() >= batchSize) {
                return drainInParallel(held, rows, until);
            }
            return !rows.isEmpty() && move(held, rows) ? rows.size() : retried;
        } catch (BusUnavailableException e) {
            log.atWarn().addKeyValue("reason", e).log("could not reach the event bus; events wait in the outbox");
            pause(FAILURE_WAIT);
            return 0;
        }
    }

    /** Many at once: the partitions side by side, so that the database works while we do. */
    private int drainInParallel(Map<Integer, Long> held, List<OutboxStore.Row> rows, Instant until)
            throws BusUnavailableException, InterruptedException {
        Map<Integer, List<OutboxStore.Row>> partitions =
                rows.stream().collect(Collectors.groupingBy(row -> row.event().partition()));
        List<Callable<Integer>> lanes = new ArrayList<>();
        partitions.forEach((partition, first) -> lanes.add(() -> drain(held, partition, first, until)));
        int moved = 0;
        try (ExecutorService threads =
                Executors.newFixedThreadPool(LANES, Thread.ofVirtual().factory())) {
            for (Future<Integer> one : threads.invokeAll(lanes)) {
                moved += one.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BusUnavailableException unavailable) {
                throw unavailable;
            }
            throw new IllegalStateException("moving a partition failed", e.getCause());
        }
        return moved;
    }

    /** Goes on as long as whole batches wait in the partition and its lease need not be renewed. */
    private int drain(Map<Integer, Long> held, int partition, List<OutboxStore.Row> first, Instant until)
            throws BusUnavailableException {
        List<OutboxStore.Row> rows = first;
        int moved = 0;
        while (move(held, rows)) {
            moved += rows.size();
            if (rows.size() < batchSize || !clock.instant().isBefore(until)) {
                break;
            }
            rows = outbox.read(Set.of(partition), batchSize);
        }
        return moved;
    }

    private boolean move(Map<Integer, Long> held, List<OutboxStore.Row> rows) throws BusUnavailableException {
        Set<String> blocked = mayBeStuck ? deadLetters.blockedAggregates(DeadLetterStore.PUBLISH) : Set.of();
        List<OutboxStore.Row> free = rows.stream()
                .filter(row -> !blocked.contains(row.event().aggregate()))
                .toList();
        Map<UUID, String> refused =
                bus.publish(free.stream().map(OutboxStore.Row::event).toList());
        published.increment((double) countPublished(free, refused));
        if (blocked.isEmpty() && refused.isEmpty()) {
            return outbox.delete(held, rows);
        }
        return setAside(held, rows, refused);
    }

    /** Those behind a refused one were not published either. */
    private static long countPublished(List<OutboxStore.Row> rows, Map<UUID, String> refused) {
        Set<String> blocked = new HashSet<>();
        return rows.stream()
                .filter(row -> {
                    if (refused.containsKey(row.event().id())) {
                        blocked.add(row.event().aggregate());
                    }
                    return !blocked.contains(row.event().aggregate());
                })
                .count();
    }

    /** Refused events and those behind them go to the dead letters; the others are done. */
    private boolean setAside(Map<Integer, Long> held, List<OutboxStore.Row> rows, Map<UUID, String> refused) {
        mayBeStuck = true;
        return deadLetters.inTransaction(() -> {
            if (!outbox.delete(held, rows)) {
                throw new IllegalStateException("lost a partition while setting events aside");
            }
            Set<String> blocked = deadLetters.blockedAggregates(DeadLetterStore.PUBLISH);
            for (OutboxStore.Row row : rows) {
                Event event = row.event();
                String reason = refused.get(event.id());
                if (blocked.contains(event.aggregate())) {
                    deadLetters.addBehind(DeadLetterStore.PUBLISH, event);
                } else if (reason != null) {
                    deadLetters.add(DeadLetterStore.PUBLISH, event, reason);
                    blocked.add(event.aggregate());
                }
            }
            return true;
        });
    }

    private boolean retryDue(Set<Integer> partitions) throws BusUnavailableException {
        boolean moved = false;
        for (DeadLetterStore.Stuck stuck : deadLetters.due(DeadLetterStore.PUBLISH, partitions)) {
            Map<UUID, String> refused = bus.publish(List.of(stuck.event()));
            String reason = refused.get(stuck.event().id());
            if (reason == null) {
                deadLetters.resolve(stuck);
                published.increment();
                moved = true;
            } else {
                deadLetters.retryLater(stuck, reason);
            }
        }
        return moved;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            running = false;
        }
    }
}
