package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Heartbeats and samples of all nodes, collected in memory and written every two seconds, each table in
 * one statement. What a crash loses here the next heartbeats say again.
 */
@Component
class Heartbeats {

    static final int INTERVAL_SECONDS = 10;

    /** Clocks that are further apart than this are reported in the node's health. */
    static final Duration SKEW_MAX = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(Heartbeats.class);
    private static final int SAMPLES_MAX = 200_000;
    private static final int BATCH_MAX = 20_000;

    private final PulseStore store;
    private final FaultWatch faults;
    private final Clock clock;
    private final Map<NodeId, Pulse> pulses = new ConcurrentHashMap<>();
    private final Map<NodeId, Pulse> latest = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Sample> samples = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final MeterRegistry metrics;
    private volatile Instant lastTrouble;

    Heartbeats(PulseStore store, FaultWatch faults, Clock clock, MeterRegistry metrics) {
        this.store = store;
        this.faults = faults;
        this.clock = clock;
        this.metrics = metrics;
        // As after trouble: while nobody listened, nobody was heard.
        this.lastTrouble = clock.instant();
    }

    /** The node lives: heard for the first and for the last time since this was written down, and what it said last. */
    record Pulse(NodeId node, Instant firstHeardAt, Instant heardAt, NodeMessages.@Nullable Heartbeat said) {

        static Pulse at(Instant time, NodeId node, NodeMessages.@Nullable Heartbeat said) {
            return new Pulse(node, time, time, said);
        }

        Pulse after(Pulse earlier) {
            return new Pulse(node, earlier.firstHeardAt(), heardAt, said == null ? earlier.said() : said);
        }
    }

    record Sample(NodeId node, Instant at, NodeMessages.Heartbeat said) {}

    NodeMessages.HeartbeatAnswer take(NodeTrust.Speaker speaker, NodeMessages.Heartbeat heartbeat) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Pulse pulse = Pulse.at(now, speaker.node(), heartbeat);
        note(pulse);
        latest.put(speaker.node(), pulse);
        if (waiting.incrementAndGet() <= SAMPLES_MAX) {
            samples.add(new Sample(speaker.node(), now, heartbeat));
        } else {
            waiting.decrementAndGet();
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
        note(Pulse.at(clock.instant().truncatedTo(ChronoUnit.MICROS), node, null));
    }

    private void note(Pulse pulse) {
        pulses.merge(pulse.node(), pulse, (earlier, later) -> later.after(earlier));
    }

    /** What nodes said here in the last minute, for as many as asked for. */
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

    /** When it was last not certain that everything heard was written. */
    Instant lastTrouble() {
        return lastTrouble;
    }

    @Scheduled(fixedDelayString = "PT2S")
    synchronized void flush() {
        List<Pulse> beats = new ArrayList<>(pulses.values());
        List<Sample> batch = new ArrayList<>();
        for (Sample one = samples.peek(); one != null && batch.size() < BATCH_MAX; one = samples.peek()) {
            batch.add(one);
            samples.poll();
        }
        try {
            store.writePulses(beats, lastTrouble);
            beats.forEach(beat -> pulses.remove(beat.node(), beat));
            store.writeSamples(batch);
            waiting.addAndGet(-batch.size());
        } catch (DataAccessException e) {
            lastTrouble = clock.instant();
            waiting.addAndGet(-batch.size());
            metrics.counter("gpuaas_node_samples_dropped").increment(batch.size());
            log.warn("heartbeats of {} nodes could not be written; trying again", beats.size(), e);
        }
    }
}
