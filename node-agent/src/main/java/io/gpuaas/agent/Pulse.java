package io.gpuaas.agent;

import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.task.TaskRunner;
import io.gpuaas.agent.telemetry.GuestEndpoint;
import io.gpuaas.agent.telemetry.HostSample;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.wire.Heartbeat;
import io.gpuaas.agent.wire.ServerClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Puts together what a heartbeat says. */
final class Pulse {

    private static final int FAULTS_MAX = 100;
    private static final Duration SKEW_MAX = Duration.ofMinutes(5);
    private static final HostSample NOTHING_YET = new HostSample(null, null, null, List.of(), List.of());

    private final HostDriver host;
    private final String bootId;
    private final Journal journal;
    private final TaskRunner runner;
    private final ServerClock clock;
    private final Optional<GuestEndpoint> guests;
    private final AtomicReference<HostSample> sample = new AtomicReference<>(NOTHING_YET);
    private final AtomicReference<@Nullable TopologyFacts> topology = new AtomicReference<>();

    Pulse(
            HostDriver host,
            String bootId,
            Journal journal,
            TaskRunner runner,
            ServerClock clock,
            Optional<GuestEndpoint> guests) {
        this.host = host;
        this.bootId = bootId;
        this.journal = journal;
        this.runner = runner;
        this.clock = clock;
        this.guests = guests;
    }

    void topologyRead(TopologyFacts facts) {
        topology.set(facts);
    }

    void takeSample() throws InterruptedException {
        sample.set(host.sample());
    }

    Heartbeat heartbeat() {
        HostSample host = sample.get();
        TopologyFacts facts = topology.get();
        List<String> faults = new ArrayList<>(host.faults());
        if (clock.skew().abs().compareTo(SKEW_MAX) > 0) {
            faults.add("clock_skew:" + clock.skew().toSeconds());
        }
        if (facts != null) {
            facts.refusals().forEach(refusal -> faults.add(refusal.reason() + ":" + refusal.pciAddress()));
        }
        return new Heartbeat(
                bootId,
                Version.current(),
                clock.local(),
                journal.highestSequence(),
                runner.listInHand(),
                facts == null ? null : facts.digest(),
                host.load1(),
                host.memoryTotalBytes(),
                host.memoryUsedBytes(),
                host.gpus(),
                guests.map(GuestEndpoint::listFresh).orElse(List.of()),
                faults.stream().limit(FAULTS_MAX).toList());
    }
}
