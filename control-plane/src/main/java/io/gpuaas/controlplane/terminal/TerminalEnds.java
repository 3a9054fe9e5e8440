package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.GatewayStreams;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.terminal.recordings.RecordingStore;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Ends terminals that no node will report: a host that does not come back reports nothing. The current state decides,
 * checked repeatedly; the node's first report stays, and a later one changes nothing.
 */
@Component
class TerminalEnds implements BackgroundWork {

    private static final int BATCH = 500;

    /** The node has a clock of its own and is asked to speak first: it knows whether the shell exited before. */
    private static final Duration NODE_FIRST = Duration.ofMinutes(1);

    private final TerminalStore store;
    private final RecordingStore recordings;
    private final AllocationLogins logins;
    private final NodeAgents agents;
    private final GatewayStreams streams;
    private final Policies policies;
    private final Clock clock;

    TerminalEnds(
            TerminalStore store,
            RecordingStore recordings,
            AllocationLogins logins,
            NodeAgents agents,
            GatewayStreams streams,
            Policies policies,
            Clock clock) {
        this.store = store;
        this.recordings = recordings;
        this.logins = logins;
        this.agents = agents;
        this.streams = streams;
        this.policies = policies;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(20), "terminal.ends", this::look).firstAfter(Duration.ofMinutes(1));
    }

    void look() {
        @Nullable UUID after = null;
        List<TerminalRecord> batch;
        do {
            batch = store.listOpen(after, BATCH);
            end(batch, clock.instant());
            after = batch.isEmpty() ? null : batch.getLast().id().value();
        } while (batch.size() == BATCH);
    }

    private void end(List<TerminalRecord> open, Instant now) {
        Map<NodeId, NodeAgents.Agent> hosts =
                agents.list(open.stream().map(TerminalRecord::node).distinct().toList()).stream()
                        .collect(Collectors.toMap(NodeAgents.Agent::node, Function.identity()));
        Map<AllocationId, AllocationLogins.Login> active =
                logins.find(open.stream().map(TerminalRecord::allocation).toList());
        for (TerminalRecord terminal : open) {
            NodeAgents.Agent host = hosts.get(terminal.node());
            Instant at = earlier(now, terminal.endsAt());
            findEnd(terminal, host, active.get(terminal.allocation()), now).ifPresent(end -> {
                store.end(terminal.id(), end, at);
                // A responding node sends the end of the recording itself.
                if (host == null || !host.isHeard()) {
                    recordings.end(terminal.id(), end, at);
                }
            });
        }
    }

    private static Instant earlier(Instant one, Instant other) {
        return other.isBefore(one) ? other : one;
    }

    private Optional<TerminalEnd> findEnd(
            TerminalRecord terminal,
            NodeAgents.@Nullable Agent host,
            AllocationLogins.@Nullable Login login,
            Instant now) {
        if (isLost(terminal, host, now)) {
            return Optional.of(TerminalEnd.HOST_LOST);
        }
        if (login == null || !login.node().equals(terminal.node())) {
            return Optional.of(TerminalEnd.RELEASED);
        }
        return now.isBefore(terminal.endsAt().plus(NODE_FIRST))
                ? Optional.empty()
                : Optional.of(TerminalEnd.TIME_IS_UP);
    }

    /** After this time without anybody in it the host itself would have ended it, were it only out of our sight. */
    private boolean isLost(TerminalRecord terminal, NodeAgents.@Nullable Agent host, Instant now) {
        if (host == null || host.isRetired()) {
            return true;
        }
        Duration detachedMax = policies.effective(TerminalPolicies.DETACHED_MAX, terminal.tenant(), terminal.project());
        return host.isSilentSince(now.minus(detachedMax))
                && !streams.isCarried(TerminalStreams.ROLE, terminal.id().toString());
    }
}
