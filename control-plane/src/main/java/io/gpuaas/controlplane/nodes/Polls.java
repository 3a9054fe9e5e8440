package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;

/** Nodes that wait for work: a parked virtual thread each, and no look at the database until the bell rings. */
@Component
class Polls {

    /** Pause before a node is asked for the same information again. */
    private static final Duration WANTS_REPEATED = Duration.ofSeconds(10);

    private final Map<NodeId, Waiting> waiting = new ConcurrentHashMap<>();
    private final WorkBell bell;
    private final Dispatch dispatch;
    private final Confirmations confirmations;
    private final NodeDirectory directory;
    private final Heartbeats heartbeats;
    private final TaskKeys keys;
    private final Clock clock;
    private volatile boolean closed;

    Polls(
            WorkBell bell,
            Dispatch dispatch,
            Confirmations confirmations,
            NodeDirectory directory,
            Heartbeats heartbeats,
            TaskKeys keys,
            Clock clock) {
        this.bell = bell;
        this.dispatch = dispatch;
        this.confirmations = confirmations;
        this.directory = directory;
        this.heartbeats = heartbeats;
        this.keys = keys;
        this.clock = clock;
        bell.onRing(this::wake);
        directory.onChange((node, lessAccepted) -> wake(node));
    }

    NodeMessages.PollAnswer answer(NodeTrust.Speaker speaker, NodeMessages.Poll poll) {
        NodeId node = speaker.node();
        if (!speaker.isOutdated()) {
            heartbeats.heard(node);
        }
        Waiting place = waiting.computeIfAbsent(node, id -> new Waiting());
        long turn = place.arrive();
        Instant end = clock.instant().plusSeconds(poll.waitSeconds());
        boolean first = true;
        while (true) {
            long seen = place.rings();
            NodeDirectory.Entry entry = directory.admit(node, speaker.serial());
            if (speaker.incarnation() == entry.incarnation()) {
                dispatch.checkSequence(entry, poll.lastSequence());
            }
            boolean lost = dispatch.hasLost(node, poll.lastSequence());
            if (first && !entry.tasksHeld() && entry.sequenceConfirmed() < poll.lastSequence()) {
                confirmations.add(node, new Confirmations.Confirmed(speaker.incarnation(), poll.lastSequence()));
            }
            Dispatch.Work work = (bell.take(node) || lost) && !entry.tasksHeld()
                    ? dispatch.take(new Dispatch.Asking(node, speaker.incarnation(), poll.lastSequence()))
                    : Dispatch.Work.NONE;
            first = false;
            if (work.any() && !place.isNewest(turn)) {
                // The earlier poll may be dead; the newer one finds that its answer did not arrive.
                place.ring();
            }
            if (work.any() || (!speaker.isOutdated() && place.tellWants(entry, clock.instant()))) {
                return say(speaker, entry, work);
            }
            Duration left = Duration.between(clock.instant(), end);
            if (closed || !place.await(seen, turn, left)) {
                return say(speaker, entry, Dispatch.Work.NONE);
            }
        }
    }

    private NodeMessages.PollAnswer say(NodeTrust.Speaker speaker, NodeDirectory.Entry entry, Dispatch.Work work) {
        NodeDirectory.Accepted accepted = entry.accepted().get(speaker.serial());
        Instant issued = accepted == null ? Instant.EPOCH : accepted.issuedAt();
        return new NodeMessages.PollAnswer(
                clock.instant(),
                work.tasks(),
                work.cancel(),
                entry.wantTopology() && !speaker.isOutdated(),
                entry.wantInventory() && !speaker.isOutdated(),
                !speaker.isOutdated() && issued.isBefore(keys.newestSince()));
    }

    private void wake(NodeId node) {
        Waiting place = waiting.get(node);
        if (place != null) {
            place.ring();
        }
    }

    int count() {
        return (int) waiting.values().stream().filter(Waiting::occupied).count();
    }

    /** Answers every waiting poll, because the process stops. */
    void close() {
        closed = true;
        waiting.values().forEach(Waiting::ring);
    }

    /** Where the polls of one node wait; a newer poll sends an older one away. */
    private static final class Waiting {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition rang = lock.newCondition();
        private long rings;
        private long turns;
        private int inside;
        private Instant wantsTold = Instant.EPOCH;

        long arrive() {
            lock.lock();
            try {
                rang.signalAll();
                return ++turns;
            } finally {
                lock.unlock();
            }
        }

        long rings() {
            lock.lock();
            try {
                return rings;
            } finally {
                lock.unlock();
            }
        }

        void ring() {
            lock.lock();
            try {
                rings++;
                rang.signalAll();
            } finally {
                lock.unlock();
            }
        }

        boolean isNewest(long turn) {
            lock.lock();
            try {
                return turns == turn;
            } finally {
                lock.unlock();
            }
        }

        boolean occupied() {
            lock.lock();
            try {
                return inside > 0;
            } finally {
                lock.unlock();
            }
        }

        boolean tellWants(NodeDirectory.Entry entry, Instant now) {
            if (!entry.wantTopology() && !entry.wantInventory()) {
                return false;
            }
            lock.lock();
            try {
                boolean due = wantsTold.plus(WANTS_REPEATED).isBefore(now);
                if (due) {
                    wantsTold = now;
                }
                return due;
            } finally {
                lock.unlock();
            }
        }

        /** False when there is nothing to wait for any more: the time is over, or a newer poll is here. */
        boolean await(long seen, long turn, Duration atMost) {
            lock.lock();
            inside++;
            try {
                long left = atMost.toNanos();
                while (rings == seen && turns == turn && left > 0) {
                    left = rang.awaitNanos(left);
                }
                return turns == turn && rings != seen;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } finally {
                inside--;
                lock.unlock();
            }
        }
    }

    List<NodeId> waitingNodes() {
        return waiting.entrySet().stream()
                .filter(entry -> entry.getValue().occupied())
                .map(Map.Entry::getKey)
                .toList();
    }
}
