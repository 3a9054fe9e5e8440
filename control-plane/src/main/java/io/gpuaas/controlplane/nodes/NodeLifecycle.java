package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The one place where a node's state changes. Callers hold the node's row. */
@Component
class NodeLifecycle {

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
        write(node, to, to == NodeState.ENROLLING ? NodeState.READY : node.returnState(), reason);
    }

    /** The node stays as it is for now, and becomes this when it is back. */
    void changeOnReturn(NodeRecord node, NodeState to, @Nullable String reason) {
        NodeStates.require(node.state(), to);
        write(node, node.state(), to, reason);
    }

    private void write(NodeRecord node, NodeState state, NodeState onReturn, @Nullable String reason) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
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

    /** It has told what it consists of and what runs there: it is what it was, or ready if it is new. */
    void returned(NodeId id) {
        NodeRecord node = store.lock(id);
        boolean waiting = node.state() == NodeState.ENROLLING || node.state() == NodeState.UNREACHABLE;
        if (waiting && !node.wantTopology() && !node.wantInventory()) {
            change(node, node.returnState(), null);
        } else {
            AfterCommit.run(() -> directory.reload(id));
        }
    }

    /** A host restored from a copy may have done things it no longer knows of. Nothing is sent to it. */
    void wentBack(NodeRecord node, long lastSequence) {
        String reason = "sequence_went_back: confirmed " + node.sequenceConfirmed() + ", now says " + lastSequence;
        store.holdTasks(node.id(), true);
        tasks.endAttempts(node.id(), TaskEnd.because("node_went_back", "The node was restored from a copy."));
        if (node.state() == NodeState.QUARANTINED) {
            write(node, node.state(), node.returnState(), reason);
        } else {
            change(node, NodeState.QUARANTINED, reason);
        }
    }
}
