package io.gpuaas.controlplane.updates;

import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The order of nodes: the canaries, then the others in waves of one size. */
record Waves(List<List<NodeId>> groups) {

    static final int CANARIES_DEFAULT = 1;
    static final int PERCENT_DEFAULT = 25;

    static Waves plan(List<NodeId> nodes, List<NodeId> named, int canaryCount, int percent) {
        List<NodeId> canaries = named.isEmpty() ? nodes.subList(0, Math.min(canaryCount, nodes.size())) : named;
        List<NodeId> others = new ArrayList<>(nodes);
        others.removeAll(new HashSet<>(canaries));
        int size = Math.max(1, (others.size() * percent + 99) / 100);
        List<List<NodeId>> groups = new ArrayList<>(List.of(List.copyOf(canaries)));
        for (int from = 0; from < others.size(); from += size) {
            groups.add(List.copyOf(others.subList(from, Math.min(others.size(), from + size))));
        }
        return new Waves(List.copyOf(groups));
    }

    int count() {
        return groups.size();
    }

    List<RolloutMember> members(Instant now) {
        List<RolloutMember> members = new ArrayList<>();
        for (int wave = 0; wave < groups.size(); wave++) {
            for (NodeId node : groups.get(wave)) {
                members.add(new RolloutMember(node, wave, RolloutNodeState.WAITING, now, null, null, null));
            }
        }
        return members;
    }
}
