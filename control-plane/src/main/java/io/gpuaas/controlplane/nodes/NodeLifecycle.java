package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The one place where a node's state changes. Callers hold the node's row. */
@Component
class NodeLifecycle {

    private static final String WENT_BACK = "sequence_went_back";
    private static final String REASON_BEFORE = "; before: ";

    private final NodeStore store;
    private final NodeTasks tasks;
    private final NodeDirectory directory;
    private final Outbox outbox;
    private final Clock clock;

    NodeLifecycle(NodeStore store, NodeTasks tasks, NodeDirectory directory, Outbox outbox, Clock clock) {
        this.store = store;
        this.tasks = tasks;
        this.directory = directory;
        this.outbox = outbox;
        this.clock = clock;
    }

    void change(NodeRecord node, NodeState to, @Nullable String reason) {
        NodeStates.require(node.state(), to);
        write(
                node,
                to,
                to == NodeState.ENROLLING ? NodeState.READY : node.standing().returnState(),
                reason);
    }

    /** The node stays as it is for now, and becomes this when it is back. */
    void changeOnReturn(NodeRecord node, NodeState to, @Nullable String reason) {
        NodeStates.require(node.state(), to);
        write(node, node.state(), to, reason);
    }

    private void write(NodeRecord node, NodeState state, NodeState onReturn, @Nullable String reason) {
        Instant now = clock.instant();
        if (!store.setState(node, state, onReturn, reason, now)) {
            throw NodeErrors.changedMeanwhile();
        }
        announce(node.id(), state, reason);
    }

    /** Every process looks at the node again. */
    void announce(NodeId node, NodeState state, @Nullable String reason) {
        announce(new NodeChanged(node, state.wire(), reason, null));
    }

    void announceSilence(NodeId node, Instant since) {
        announce(new NodeChanged(node, NodeState.UNREACHABLE.wire(), "silent", since));
    }

    private void announce(NodeChanged change) {
        outbox.append(change);
        AfterCommit.run(() -> directory.reload(change.nodeId()));
    }

    /**
     * The node has reported its topology and running instances: it returns to its former state, or becomes ready if it
     * is new.
     */
    void returned(NodeId id) {
        NodeRecord node = store.lock(id);
        boolean waiting = node.state() == NodeState.ENROLLING || node.state() == NodeState.UNREACHABLE;
        if (waiting && !node.topology().wanted() && !node.topology().inventoryWanted()) {
            boolean isExplained =
                    node.state() == NodeState.ENROLLING && node.standing().returnState() != NodeState.READY;
            change(node, node.standing().returnState(), isExplained ? node.reason() : null);
        } else {
            AfterCommit.run(() -> directory.reload(id));
        }
    }

    /** A host restored from a copy may have done things it no longer knows of. Nothing is sent to it. */
    void wentBack(NodeRecord node, long lastSequence) {
        String reason = WENT_BACK + ": confirmed " + node.sequences().confirmed() + ", now reports " + lastSequence
                + before(node);
        store.holdTasks(node.id(), true);
        tasks.endAttempts(node.id(), TaskEnd.because("node_went_back", "The node was restored from a copy."));
        if (node.state() == NodeState.QUARANTINED) {
            // The first reason of a quarantine remains when this one is over.
            write(node, node.state(), node.standing().returnState(), node.reason());
        } else {
            NodeStates.require(node.state(), NodeState.QUARANTINED);
            write(node, NodeState.QUARANTINED, stateAfterRebuild(node), reason);
        }
    }

    private static String before(NodeRecord node) {
        return node.reason() == null || node.state() == NodeState.UNREACHABLE ? "" : REASON_BEFORE + node.reason();
    }

    /** An operator's decision to sell nothing there outlives the rebuild; a drain is then a cordon. */
    private static NodeState stateAfterRebuild(NodeRecord node) {
        NodeState kept = switch (node.state()) {
            case ENROLLING, UNREACHABLE -> node.standing().returnState();
            case READY, CORDONED, DRAINING, DRAINED, QUARANTINED, RETIRED -> node.state();
        };
        return kept == NodeState.DRAINING || kept == NodeState.DRAINED ? NodeState.CORDONED : kept;
    }

    /**
     * The host is erased, so its task numbers start again and it cannot have gone back. A tenant with root may have
     * sent a low number on purpose: that must not keep the rebuilt host out of sale. A quarantine for any other reason
     * stays. Returns the new state.
     */
    NodeState beginRebuild(NodeRecord node, TaskId rebuild) {
        store.setRebuild(node.id(), rebuild);
        String reason = node.reason();
        if (node.state() != NodeState.QUARANTINED || reason == null || !reason.startsWith(WENT_BACK)) {
            return node.state();
        }
        NodeStates.require(node.state(), NodeState.ENROLLING);
        int before = reason.indexOf(REASON_BEFORE);
        write(
                node,
                NodeState.ENROLLING,
                node.standing().returnState(),
                before < 0 ? null : reason.substring(before + REASON_BEFORE.length()));
        return NodeState.ENROLLING;
    }
}
