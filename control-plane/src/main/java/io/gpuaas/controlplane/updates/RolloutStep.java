package io.gpuaas.controlplane.updates;

import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.api.RolloutState;
import io.gpuaas.controlplane.nodes.NodeAgents.Agent;
import io.gpuaas.controlplane.nodes.NodeTasks.Task;
import io.gpuaas.controlplane.nodes.TaskState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The next step for one node of a rollout; decided from facts, without effect. */
sealed interface RolloutStep {

    /** Nothing now. */
    record Wait() implements RolloutStep {}

    record Update(@Nullable String from) implements RolloutStep {}

    record Revert(String from, String to) implements RolloutStep {}

    /** Its update is not wanted any more; it stops if the node has not begun it. */
    record Cancel() implements RolloutStep {}

    /** It runs the release; the node itself says what it ran before. */
    record Bake(@Nullable String from) implements RolloutStep {}

    record Become(RolloutNodeState state, @Nullable String reason) implements RolloutStep {}

    /** An updated agent says its version with the first heartbeat after it came up; this much later it should be known. */
    Duration TOLD_AFTER = Duration.ofSeconds(60);

    RolloutStep WAIT = new Wait();

    /** The facts about a node of the rollout. */
    record Facts(
            RolloutRecord rollout,
            RolloutMember member,
            @Nullable Agent agent,
            @Nullable Task task,
            Instant now) {

        boolean runsRelease() {
            return agent != null && rollout.plan().version().equals(agent.version());
        }

        boolean isWell() {
            return agent != null && agent.isWell();
        }

        String health() {
            return agent == null ? "there is no such node" : "the node is " + agent.state();
        }
    }

    static RolloutStep decide(Facts facts) {
        boolean reverts = facts.rollout().state() == RolloutState.REVERTING;
        return switch (facts.member().state()) {
            case WAITING -> waiting(facts);
            case UPDATING -> updating(facts);
            case BAKING -> reverts ? goBack(facts) : baking(facts);
            case UPDATED -> reverts ? goBack(facts) : WAIT;
            // A host that did not like the new version has gone back by itself; one that fell ill with it has not.
            case FAILED -> reverts && facts.runsRelease() ? goBack(facts) : WAIT;
            case REVERTING -> reverting(facts);
            case SKIPPED, REVERTED, REVERT_FAILED -> WAIT;
        };
    }

    private static RolloutStep waiting(Facts facts) {
        return switch (facts.rollout().state()) {
            case PAUSED -> WAIT;
            case REVERTING, ABORTED, SUCCEEDED, REVERTED ->
                new Become(RolloutNodeState.SKIPPED, "the rollout stopped before this node");
            case RUNNING -> facts.member().wave() > facts.rollout().wave() ? WAIT : begin(facts);
        };
    }

    private static RolloutStep begin(Facts facts) {
        if (!facts.isWell()) {
            return new Become(RolloutNodeState.SKIPPED, facts.health());
        }
        return facts.runsRelease()
                ? new Become(RolloutNodeState.UPDATED, "it ran this version before")
                : new Update(facts.agent() == null ? null : facts.agent().version());
    }

    private static RolloutStep updating(Facts facts) {
        Task task = facts.task();
        if (task == null) {
            return new Become(RolloutNodeState.FAILED, "its task is gone");
        }
        if (task.state() == TaskState.SUCCEEDED) {
            return new Bake(previous(task, facts.member()));
        }
        if (task.state().ended()) {
            return new Become(RolloutNodeState.FAILED, describe(task));
        }
        boolean wanted = facts.rollout().state() == RolloutState.RUNNING
                || facts.rollout().state() == RolloutState.PAUSED;
        return wanted || task.state() != TaskState.QUEUED ? WAIT : new Cancel();
    }

    private static RolloutStep baking(Facts facts) {
        Instant since = facts.member().since();
        if (!facts.isWell()) {
            return new Become(RolloutNodeState.FAILED, facts.health());
        }
        if (!facts.runsRelease()) {
            return facts.now().isBefore(since.plus(TOLD_AFTER))
                    ? WAIT
                    : new Become(RolloutNodeState.FAILED, "the node reports another version");
        }
        boolean baked = !facts.now().isBefore(since.plus(facts.rollout().plan().bake()));
        return baked || facts.rollout().state() == RolloutState.ABORTED
                ? new Become(RolloutNodeState.UPDATED, null)
                : WAIT;
    }

    private static RolloutStep goBack(Facts facts) {
        String before = facts.member().previousVersion();
        if (before == null) {
            return facts.member().state() == RolloutNodeState.UPDATED
                    ? WAIT
                    : new Become(RolloutNodeState.REVERT_FAILED, "its previous version is unknown");
        }
        return new Revert(facts.rollout().plan().version(), before);
    }

    private static RolloutStep reverting(Facts facts) {
        Task task = facts.task();
        if (task == null) {
            return new Become(RolloutNodeState.REVERT_FAILED, "its task is gone");
        }
        if (task.state() == TaskState.SUCCEEDED) {
            return new Become(RolloutNodeState.REVERTED, facts.member().reason());
        }
        return task.state().ended() ? new Become(RolloutNodeState.REVERT_FAILED, describe(task)) : WAIT;
    }

    private static @Nullable String previous(Task task, RolloutMember member) {
        JsonNode output = task.output();
        return output == null || output.path("previous_version").isMissingNode()
                ? member.previousVersion()
                : output.path("previous_version").asString();
    }

    private static String describe(Task task) {
        return task.code() + (task.message() == null ? "" : ": " + task.message());
    }
}
