package io.gpuaas.controlplane.nodes;

import static io.gpuaas.controlplane.nodes.NodeState.CORDONED;
import static io.gpuaas.controlplane.nodes.NodeState.DRAINED;
import static io.gpuaas.controlplane.nodes.NodeState.DRAINING;
import static io.gpuaas.controlplane.nodes.NodeState.ENROLLING;
import static io.gpuaas.controlplane.nodes.NodeState.QUARANTINED;
import static io.gpuaas.controlplane.nodes.NodeState.READY;
import static io.gpuaas.controlplane.nodes.NodeState.RETIRED;
import static io.gpuaas.controlplane.nodes.NodeState.UNREACHABLE;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The one table of how a node's state may change. */
final class NodeStates {

    private static final Map<NodeState, Set<NodeState>> NEXT = Map.of(
            ENROLLING, EnumSet.of(READY, CORDONED, UNREACHABLE, QUARANTINED, RETIRED),
            READY, EnumSet.of(CORDONED, DRAINING, UNREACHABLE, QUARANTINED, RETIRED),
            CORDONED, EnumSet.of(READY, DRAINING, UNREACHABLE, QUARANTINED, RETIRED),
            DRAINING, EnumSet.of(READY, CORDONED, DRAINED, UNREACHABLE, QUARANTINED, RETIRED),
            DRAINED, EnumSet.of(READY, CORDONED, UNREACHABLE, QUARANTINED, RETIRED),
            UNREACHABLE, EnumSet.of(READY, CORDONED, DRAINING, DRAINED, QUARANTINED, RETIRED),
            QUARANTINED, EnumSet.of(ENROLLING, RETIRED),
            RETIRED, EnumSet.noneOf(NodeState.class));

    private NodeStates() {}

    static boolean allowed(NodeState from, NodeState to) {
        return NEXT.getOrDefault(from, Set.of()).contains(to);
    }

    static void require(NodeState from, NodeState to) {
        if (!allowed(from, to)) {
            throw NodeErrors.stateConflict(from, to);
        }
    }

    /** The states one can come from, for statements about many nodes at once. */
    static String[] before(NodeState to) {
        return Arrays.stream(NodeState.values())
                .filter(from -> allowed(from, to))
                .map(NodeState::wire)
                .toArray(String[]::new);
    }
}
