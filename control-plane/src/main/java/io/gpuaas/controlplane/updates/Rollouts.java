package io.gpuaas.controlplane.updates;

import io.gpuaas.api.AgentReleaseState;
import io.gpuaas.api.CreateRollout;
import io.gpuaas.api.Rollout;
import io.gpuaas.api.RolloutCounts;
import io.gpuaas.api.RolloutFailurePolicy;
import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.api.RolloutState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.RolloutChanged;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.RolloutId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Carries out what operators do with rollouts. */
@Component
class Rollouts {

    private static final int NODES_MAX = 10_000;
    private static final Duration BAKE_DEFAULT = Duration.ofMinutes(10);

    private final RolloutStore store;
    private final ReleaseStore releases;
    private final NodeAgents agents;
    private final Outbox outbox;
    private final Clock clock;
    private final IdSource ids;

    Rollouts(RolloutStore store, ReleaseStore releases, NodeAgents agents, Outbox outbox, Clock clock, IdSource ids) {
        this.store = store;
        this.releases = releases;
        this.agents = agents;
        this.outbox = outbox;
        this.clock = clock;
        this.ids = ids;
    }

    RolloutRecord create(CreateRollout command) {
        Instant now = clock.instant();
        ReleaseStore.Release release = releases.find(command.releaseId()).orElseThrow(UpdateErrors::noSuchRelease);
        if (release.state() != AgentReleaseState.COMPLETE) {
            throw UpdateErrors.releaseState(release.state());
        }
        if (!now.isBefore(release.expiresAt())) {
            throw UpdateErrors.expired(release.expiresAt());
        }
        List<NodeId> nodes = nodes(command);
        Waves waves = Waves.plan(
                nodes,
                canaries(command, Set.copyOf(nodes)),
                Optional.ofNullable(command.canaryCount()).orElse(Waves.CANARIES_DEFAULT),
                Optional.ofNullable(command.wavePercent()).orElse(Waves.PERCENT_DEFAULT));
        RolloutRecord rollout = new RolloutRecord(
                new RolloutId(ids.next()),
                new RolloutRecord.Plan(
                        release.id(),
                        release.version(),
                        waves.count(),
                        Optional.ofNullable(command.bakeSeconds())
                                .map(Duration::ofSeconds)
                                .orElse(BAKE_DEFAULT),
                        Optional.ofNullable(command.failuresMax()).orElse(0),
                        Optional.ofNullable(command.onFailure()).orElse(RolloutFailurePolicy.REVERT)),
                RolloutState.RUNNING,
                null,
                0,
                0,
                Call.current().correlationId(),
                now,
                null);
        store.add(rollout, waves.members(now));
        announce(rollout);
        return rollout;
    }

    private List<NodeId> nodes(CreateRollout command) {
        List<NodeId> named = command.nodeIds();
        if (named == null) {
            List<NodeId> all = agents.listIds(NODES_MAX + 1);
            if (all.isEmpty() || all.size() > NODES_MAX) {
                throw ProblemException.invalid(
                        "/node_ids", "is required, because the fleet has no nodes or too many for one rollout");
            }
            return all;
        }
        Map<NodeId, NodeAgents.Agent> known =
                agents.list(named).stream().collect(Collectors.toMap(NodeAgents.Agent::node, agent -> agent));
        for (int i = 0; i < named.size(); i++) {
            NodeAgents.Agent agent = known.get(named.get(i));
            if (agent == null || agent.isRetired()) {
                throw ProblemException.invalid("/node_ids/" + i, "is not a node of the fleet");
            }
        }
        return named.stream().distinct().toList();
    }

    private static List<NodeId> canaries(CreateRollout command, Set<NodeId> nodes) {
        List<NodeId> canaries = Optional.ofNullable(command.canaryNodeIds()).orElse(List.of());
        if (!nodes.containsAll(canaries)) {
            throw ProblemException.invalid("/canary_node_ids", "contains a node that is not in node_ids");
        }
        return canaries;
    }

    RolloutRecord pause(RolloutId id, String reason) {
        return change(id, EnumSet.of(RolloutState.RUNNING), RolloutState.PAUSED, reason, "paused");
    }

    RolloutRecord resume(RolloutId id, String reason) {
        return change(id, EnumSet.of(RolloutState.PAUSED), RolloutState.RUNNING, reason, "resumed");
    }

    RolloutRecord abort(RolloutId id, String reason) {
        return change(
                id,
                EnumSet.of(RolloutState.RUNNING, RolloutState.PAUSED, RolloutState.REVERTING),
                RolloutState.ABORTED,
                reason,
                "aborted");
    }

    /** Also one that has ended: hosts go back for a day. */
    RolloutRecord revert(RolloutId id, String reason) {
        return change(
                id,
                EnumSet.of(RolloutState.RUNNING, RolloutState.PAUSED, RolloutState.SUCCEEDED, RolloutState.ABORTED),
                RolloutState.REVERTING,
                reason,
                "reverted");
    }

    private RolloutRecord change(RolloutId id, Set<RolloutState> from, RolloutState to, String reason, String act) {
        RolloutRecord rollout = store.lock(id);
        if (!from.contains(rollout.state())) {
            throw UpdateErrors.rolloutState(rollout.state(), act);
        }
        int forgiven = to == RolloutState.RUNNING
                ? store.counts(id).getOrDefault(RolloutNodeState.FAILED, 0)
                : rollout.failuresForgiven();
        store.setState(id, to, reason, forgiven);
        RolloutRecord changed = require(id);
        announce(changed);
        return changed;
    }

    RolloutRecord require(RolloutId id) {
        return store.find(id).orElseThrow(UpdateErrors::noSuchRollout);
    }

    Rollout view(RolloutRecord rollout) {
        Map<RolloutNodeState, Integer> counts = store.counts(rollout.id());
        return new Rollout(
                rollout.id(),
                rollout.plan().release(),
                rollout.plan().version(),
                rollout.state(),
                rollout.reason(),
                rollout.wave(),
                rollout.plan().waves(),
                Math.toIntExact(rollout.plan().bake().toSeconds()),
                rollout.plan().failuresMax(),
                rollout.plan().onFailure(),
                new RolloutCounts(
                        counts.getOrDefault(RolloutNodeState.WAITING, 0),
                        counts.getOrDefault(RolloutNodeState.UPDATING, 0),
                        counts.getOrDefault(RolloutNodeState.BAKING, 0),
                        counts.getOrDefault(RolloutNodeState.UPDATED, 0),
                        counts.getOrDefault(RolloutNodeState.FAILED, 0),
                        counts.getOrDefault(RolloutNodeState.SKIPPED, 0),
                        counts.getOrDefault(RolloutNodeState.REVERTING, 0),
                        counts.getOrDefault(RolloutNodeState.REVERTED, 0),
                        counts.getOrDefault(RolloutNodeState.REVERT_FAILED, 0)),
                rollout.createdAt(),
                rollout.endedAt());
    }

    private void announce(RolloutRecord rollout) {
        outbox.append(new RolloutChanged(
                rollout.id(),
                rollout.plan().release(),
                rollout.plan().version(),
                rollout.state().wire(),
                rollout.wave(),
                rollout.reason()));
    }
}
