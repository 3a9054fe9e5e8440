package io.gpuaas.controlplane.updates;

import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.events.RolloutChanged;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.RolloutId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Advances rollouts: reads the real state of every node and takes the next step of each, all in one transaction.
 * Nothing is kept in between, so it does not matter which process does it, or which one died.
 */
@Component
class RolloutAdvance implements BackgroundWork {

    /** Unlike other tasks this one is not repeated automatically: a host that rolled back needs attention. */
    private static final NodeTasks.Options ONCE = new NodeTasks.Options(Duration.ofMinutes(30), 1);

    private final RolloutStore store;
    private final ReleaseStore releases;
    private final NodeAgents agents;
    private final NodeTasks tasks;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;

    RolloutAdvance(
            RolloutStore store,
            ReleaseStore releases,
            NodeAgents agents,
            NodeTasks tasks,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.releases = releases;
        this.agents = agents;
        this.tasks = tasks;
        this.outbox = outbox;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(1), Role.NODE_API, "updates.rollout", this::advanceOpen);
    }

    void advanceOpen() {
        store.findOpen().ifPresent(this::advance);
    }

    void advance(RolloutId id) {
        transaction.executeWithoutResult(status -> store.lockUnlessBusy(id)
                .filter(rollout -> rollout.endedAt() == null)
                .ifPresent(
                        rollout -> Call.system("rollout", rollout.correlation()).run(() -> {
                            advance(rollout);
                            return rollout;
                        })));
    }

    private void advance(RolloutRecord rollout) {
        Instant now = clock.instant();
        List<RolloutMember> before = store.members(rollout.id());
        Map<NodeId, NodeAgents.Agent> known = agents
                .list(before.stream().map(RolloutMember::node).toList())
                .stream()
                .collect(Collectors.toMap(NodeAgents.Agent::node, Function.identity()));
        List<RolloutMember> after = new ArrayList<>();
        for (RolloutMember member : before) {
            RolloutMember next = act(new RolloutStep.Facts(
                    rollout, member, known.get(member.node()), task(member).orElse(null), now));
            if (!next.equals(member)) {
                store.update(rollout.id(), next);
            }
            after.add(next);
        }
        conclude(rollout, RolloutVerdict.decide(rollout, after), now);
    }

    /** Only of nodes that wait for one. */
    private Optional<NodeTasks.Task> task(RolloutMember member) {
        boolean waits = member.state() == RolloutNodeState.UPDATING || member.state() == RolloutNodeState.REVERTING;
        return waits ? Optional.ofNullable(member.task()).flatMap(tasks::find) : Optional.empty();
    }

    private RolloutMember act(RolloutStep.Facts facts) {
        RolloutMember member = facts.member();
        return switch (RolloutStep.decide(facts)) {
            case RolloutStep.Wait _ -> member;
            case RolloutStep.Become become -> member.become(become.state(), facts.now(), become.reason());
            case RolloutStep.Bake bake -> member.baking(bake.from(), facts.now());
            case RolloutStep.Update update ->
                member.updating(sendUpdate(facts.rollout(), member.node()), update.from(), facts.now());
            case RolloutStep.Revert revert ->
                member.reverting(
                        tasks.add(
                                member.node(),
                                "agent.revert",
                                Map.of("from_version", revert.from(), "to_version", revert.to()),
                                ONCE),
                        facts.now());
            case RolloutStep.Cancel _ -> {
                if (member.task() != null) {
                    tasks.cancelUnlessEnded(member.task());
                }
                yield member;
            }
        };
    }

    private TaskId sendUpdate(RolloutRecord rollout, NodeId node) {
        ReleaseStore.Release release = releases.find(rollout.plan().release()).orElseThrow(UpdateErrors::noSuchRelease);
        return tasks.add(
                node,
                "agent.update",
                Map.of(
                        "version", release.version(),
                        "digest", release.digest(),
                        "size_bytes", release.sizeBytes(),
                        "manifest", release.manifest(),
                        "signatures",
                                release.signatures().stream()
                                        .map(signed ->
                                                Map.of("key_id", signed.keyId(), "signature", signed.signature()))
                                        .toList()),
                ONCE);
    }

    private void conclude(RolloutRecord rollout, RolloutVerdict verdict, Instant now) {
        boolean changed = verdict.state() != rollout.state() || verdict.wave() != rollout.wave();
        if (changed || verdict.ended()) {
            store.conclude(rollout.id(), verdict, now);
        }
        if (changed) {
            outbox.append(new RolloutChanged(
                    rollout.id(),
                    rollout.plan().release(),
                    rollout.plan().version(),
                    verdict.state().wire(),
                    verdict.wave(),
                    verdict.reason()));
        }
    }
}
