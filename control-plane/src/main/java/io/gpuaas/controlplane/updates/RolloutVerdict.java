package io.gpuaas.controlplane.updates;

import io.gpuaas.api.RolloutFailurePolicy;
import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.api.RolloutState;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides the state of a rollout from the progress of its nodes, without effect. */
record RolloutVerdict(
        RolloutState state, int wave, @Nullable String reason, boolean ended) {

    private static final Set<RolloutNodeState> UNDER_WAY = EnumSet.of(
            RolloutNodeState.WAITING, RolloutNodeState.UPDATING, RolloutNodeState.BAKING, RolloutNodeState.REVERTING);

    static RolloutVerdict decide(RolloutRecord rollout, List<RolloutMember> members) {
        return switch (rollout.state()) {
            case RUNNING, PAUSED -> forward(rollout, members);
            case REVERTING -> backward(rollout, members);
            case ABORTED -> unchanged(rollout, underWay(members, Integer.MAX_VALUE) == 0);
            case SUCCEEDED, REVERTED -> unchanged(rollout, true);
        };
    }

    private static RolloutVerdict forward(RolloutRecord rollout, List<RolloutMember> members) {
        long failures = count(members, RolloutNodeState.FAILED) - rollout.failuresForgiven();
        if (failures > rollout.plan().failuresMax()) {
            String reason = failures + " nodes failed, " + rollout.plan().failuresMax() + " may";
            return rollout.plan().onFailure() == RolloutFailurePolicy.REVERT
                    ? new RolloutVerdict(RolloutState.REVERTING, rollout.wave(), reason, false)
                    : paused(rollout, reason);
        }
        if (rollout.state() == RolloutState.PAUSED || underWay(members, rollout.wave()) > 0) {
            return unchanged(rollout, false);
        }
        if (rollout.wave() == 0 && count(members, RolloutNodeState.UPDATED) == 0) {
            return paused(rollout, "no canary could be updated, so this release is untested");
        }
        return rollout.wave() + 1 < rollout.plan().waves()
                ? new RolloutVerdict(RolloutState.RUNNING, rollout.wave() + 1, null, false)
                : new RolloutVerdict(RolloutState.SUCCEEDED, rollout.wave(), null, true);
    }

    private static RolloutVerdict paused(RolloutRecord rollout, String reason) {
        return rollout.state() == RolloutState.PAUSED
                ? unchanged(rollout, false)
                : new RolloutVerdict(RolloutState.PAUSED, rollout.wave(), reason, false);
    }

    private static RolloutVerdict backward(RolloutRecord rollout, List<RolloutMember> members) {
        boolean left = members.stream()
                .anyMatch(member -> UNDER_WAY.contains(member.state())
                        || (member.state() == RolloutNodeState.UPDATED && member.previousVersion() != null));
        return left
                ? unchanged(rollout, false)
                : new RolloutVerdict(RolloutState.REVERTED, rollout.wave(), rollout.reason(), true);
    }

    private static RolloutVerdict unchanged(RolloutRecord rollout, boolean ended) {
        return new RolloutVerdict(rollout.state(), rollout.wave(), rollout.reason(), ended);
    }

    private static long underWay(List<RolloutMember> members, int wave) {
        return members.stream()
                .filter(member -> member.wave() <= wave && UNDER_WAY.contains(member.state()))
                .count();
    }

    private static long count(List<RolloutMember> members, RolloutNodeState state) {
        return members.stream().filter(member -> member.state() == state).count();
    }
}
