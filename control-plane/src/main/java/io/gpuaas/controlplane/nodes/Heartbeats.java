package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.NodeId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Collects heartbeats and samples of all nodes in memory and writes them every two seconds, each table in one
 * statement. The next heartbeats repeat what a crash loses here.
 */
@Component
class Heartbeats implements BackgroundWork {

    static final int INTERVAL_SECONDS = 10;

    /** Clocks that are further apart than this are reported in the node's health. */
    static final Duration SKEW_MAX = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(Heartbeats.class);
    private static final int SAMPLES_MAX = 200_000;
    private static final long SAMPLE_BYTES_MAX = 128L << 20;
    private static final int SAMPLES_PER_NODE_MAX = 30;

    /** No host has more, so its guests together have no more either. */
    private static final int GUEST_GPUS_MAX = 64;

    private static final int BYTES_PER_GPU = 400;
    private static final int BYTES_PER_TEXT = 60;
    private static final int BATCH_MAX = 20_000;

    private final PulseStore store;
    private final FaultWatch faults;
    private final Clock clock;
    private final Map<NodeId, Pulse> pulses = new ConcurrentHashMap<>();
    private final Map<NodeId, Pulse> latest = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Sample> samples = new ConcurrentLinkedQueue<>();
    private final Waiting waiting = new Waiting();
    private final MeterRegistry metrics;
    private volatile Instant lastTrouble;

    Heartbeats(PulseStore store, FaultWatch faults, Clock clock, MeterRegistry metrics) {
        this.store = store;
        this.faults = faults;
        this.clock = clock;
        this.metrics = metrics;
        // As after trouble: this process heard no node before it started.
        this.lastTrouble = clock.instant();
    }

    /** A node's first and last sign of life since the last write, and its latest heartbeat. */
    record Pulse(NodeId node, Instant firstHeardAt, Instant heardAt, NodeMessages.@Nullable Heartbeat said) {

        static Pulse at(Instant time, NodeId node, NodeMessages.@Nullable Heartbeat said) {
            return new Pulse(node, time, time, said);
        }

        Pulse after(Pulse earlier) {
            return new Pulse(node, earlier.firstHeardAt(), heardAt, said == null ? earlier.said() : said);
        }
    }

    record Sample(NodeId node, Instant at, NodeMessages.Heartbeat said) {

        /** Approximate size in memory. */
        long bytes() {
            long gpus = said.gpus().size() + (long) guestGpus(said);
            long texts = said.runningTasks().size();
            List<String> faults = said.faults();
            long characters = faults == null
                    ? 0
                    : faults.stream().mapToLong(String::length).sum();
            return BYTES_PER_GPU * (gpus + 1) + BYTES_PER_TEXT * texts + 2 * characters;
        }
    }

    private static int guestGpus(NodeMessages.Heartbeat said) {
        return said.guests() == null
                ? 0
                : said.guests().stream().mapToInt(guest -> guest.gpus().size()).sum();
    }

    /** How much waits to be written: in all by number and bytes, and of one node by number. */
    private static final class Waiting {

        private final Map<NodeId, Integer> ofNodes = new ConcurrentHashMap<>();
        private final AtomicInteger samples = new AtomicInteger();
        private final AtomicLong bytes = new AtomicLong();

        boolean admits(Sample sample) {
            boolean isFewOfNode = ofNodes.merge(sample.node(), 1, Integer::sum) <= SAMPLES_PER_NODE_MAX;
            boolean isFew = samples.incrementAndGet() <= SAMPLES_MAX;
            boolean isSmall = bytes.addAndGet(sample.bytes()) <= SAMPLE_BYTES_MAX;
            boolean fits = isFewOfNode && isFew && isSmall;
            if (!fits) {
                leave(sample);
            }
            return fits;
        }

        void leave(Sample sample) {
            ofNodes.computeIfPresent(sample.node(), (node, count) -> count == 1 ? null : count - 1);
            samples.decrementAndGet();
            bytes.addAndGet(-sample.bytes());
        }
    }

    NodeMessages.HeartbeatAnswer take(NodeTrust.Speaker speaker, NodeMessages.Heartbeat heartbeat) {
        if (guestGpus(heartbeat) > GUEST_GPUS_MAX) {
            throw ProblemException.invalid("/guests", "must not have more than " + GUEST_GPUS_MAX + " GPUs in total");
        }
        Instant now = clock.instant();
        Pulse pulse = Pulse.at(now, speaker.node(), heartbeat);
        note(pulse);
        latest.put(speaker.node(), pulse);
        Sample sample = new Sample(speaker.node(), now, heartbeat);
        if (waiting.admits(sample)) {
            samples.add(sample);
        } else {
            metrics.counter("gpuaas_node_samples_dropped").increment();
        }
        faults.look(speaker.node(), heartbeat);
        NodeDirectory.Entry entry = speaker.entry();
        boolean other = heartbeat.topologyDigest() != null
                && entry.topologyDigest() != null
                && !heartbeat.topologyDigest().equals(entry.topologyDigest());
        return new NodeMessages.HeartbeatAnswer(now, entry.wantTopology() || other);
    }

    void heard(NodeId node) {
        note(Pulse.at(clock.instant(), node, null));
    }

    private void note(Pulse pulse) {
        pulses.merge(pulse.node(), pulse, (earlier, later) -> later.after(earlier));
    }

    /** Latest heartbeats that this process received in the last minute, for at most {@code max} nodes. */
    Map<NodeId, NodeMessages.Heartbeat> latest(int max) {
        Instant recent = clock.instant().minusSeconds(60);
        latest.values().removeIf(pulse -> pulse.heardAt().isBefore(recent));
        Map<NodeId, NodeMessages.Heartbeat> found = new HashMap<>();
        for (Pulse pulse : latest.values()) {
            if (pulse.said() != null && found.size() < max) {
                found.put(pulse.node(), pulse.said());
            }
        }
        return found;
    }

    Optional<NodeMessages.Heartbeat> latest(NodeId node) {
        return Optional.ofNullable(latest.get(node)).map(Pulse::said);
    }

    /** The last time at which it was uncertain whether received pulses were written. Samples do not count. */
    Instant lastTrouble() {
        return lastTrouble;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(2), "nodes.heartbeats", this::flush);
    }

    synchronized void flush() {
        List<Pulse> beats = new ArrayList<>(pulses.values());
        List<Sample> batch = new ArrayList<>();
        for (Sample one = samples.peek(); one != null && batch.size() < BATCH_MAX; one = samples.peek()) {
            batch.add(one);
            samples.poll();
            waiting.leave(one);
        }
        try {
            apart(beats, some -> store.writePulses(some, lastTrouble), this::writeTimeOnly);
            beats.forEach(beat -> pulses.remove(beat.node(), beat));
        } catch (DataAccessException e) {
            lastTrouble = clock.instant();
            log.warn("heartbeats of {} nodes could not be written; trying again", beats.size(), e);
        }
        try {
            apart(batch, store::writeSamples, this::drop);
        } catch (DataAccessException e) {
            metrics.counter("gpuaas_node_samples_dropped").increment(batch.size());
            log.warn("{} samples of nodes could not be written and are lost", batch.size(), e);
        }
    }

    /**
     * Writes all in one statement. When the database refuses one of them, they are halved until that one is alone, so
     * that one node's heartbeat does not keep the others from being written.
     */
    private static <T> void apart(List<T> all, Consumer<List<T>> write, Consumer<T> unwritable) {
        try {
            write.accept(all);
        } catch (DataIntegrityViolationException | ArithmeticException | IllegalArgumentException e) {
            if (all.size() > 1) {
                apart(all.subList(0, all.size() / 2), write, unwritable);
                apart(all.subList(all.size() / 2, all.size()), write, unwritable);
            } else {
                log.warn("could not write one report of a node; dropping it", e);
                all.forEach(unwritable);
            }
        }
    }

    /** The node lives, whatever it says. */
    private void writeTimeOnly(Pulse pulse) {
        store.writePulses(List.of(new Pulse(pulse.node(), pulse.firstHeardAt(), pulse.heardAt(), null)), lastTrouble);
    }

    private void drop(Sample sample) {
        metrics.counter("gpuaas_node_samples_dropped").increment();
        log.atDebug().addKeyValue("node", sample.node()).log("dropped a sample");
    }
}
