package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BatchedCalls;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives nodes their tasks. A task gets its number in the transaction that marks it as sent; if the process is killed
 * before the answer is out, the node's next poll does not confirm the number and the same envelope is sent again. Nodes
 * that poll at the same time share one transaction.
 */
@Component
class Dispatch {

    private static final int NODES_AT_ONCE = 32;
    private static final int TASKS_MAX = 16;
    private static final int PAYLOAD_BYTES_MAX = 512 * 1024;

    /** A node that does not begin a task in this time does not begin it at all. */
    private static final Duration ENVELOPE_LIFETIME = Duration.ofMinutes(10);

    /** Numbers a restored database may have forgotten of one node: years of tasks. */
    private static final long FORGOTTEN_MAX = 1_000_000;

    private static final Duration CANCEL_REPEATED = Duration.ofSeconds(30);

    private final NodeStore nodes;
    private final DispatchStore store;
    private final TaskKeys keys;
    private final NodeLifecycle lifecycle;
    private final Confirmations confirmations;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final BatchedCalls<Asking, Taken> grouped = new BatchedCalls<>(NODES_AT_ONCE, this::takeAll);

    /** The highest number this process sent to a node that has not confirmed it yet. */
    private final Map<NodeId, Long> sent = new ConcurrentHashMap<>();

    Dispatch(
            NodeStore nodes,
            DispatchStore store,
            TaskKeys keys,
            NodeLifecycle lifecycle,
            Confirmations confirmations,
            TransactionTemplate transaction,
            Clock clock) {
        this.nodes = nodes;
        this.store = store;
        this.keys = keys;
        this.lifecycle = lifecycle;
        this.confirmations = confirmations;
        this.transaction = transaction;
        this.clock = clock;
    }

    record Work(List<NodeMessages.Envelope> tasks, List<TaskId> cancel) {

        static final Work NONE = new Work(List.of(), List.of());

        boolean any() {
            return !tasks.isEmpty() || !cancel.isEmpty();
        }
    }

    /** Which host asks, under a certificate of which incarnation, and the last number it knows. */
    record Asking(NodeId node, int incarnation, long lastSequence) {}

    private enum Verdict {
        GOOD,
        WENT_BACK,
        OUTDATED
    }

    private record Taken(List<NodeTask> tasks, List<TaskId> cancel, Verdict verdict) {

        static final Taken NOTHING = new Taken(List.of(), List.of(), Verdict.GOOD);
        static final Taken WENT_BACK = new Taken(List.of(), List.of(), Verdict.WENT_BACK);
        static final Taken OUTDATED = new Taken(List.of(), List.of(), Verdict.OUTDATED);
    }

    /** Takes the tasks that are due for the node, and those it has not confirmed. */
    Work take(Asking asking) {
        NodeId node = asking.node();
        Taken taken = grouped.ask(asking);
        switch (taken.verdict()) {
            case GOOD -> {}
            case WENT_BACK -> noteWentBack(asking);
            case OUTDATED -> throw NodeErrors.certificateOutdated();
        }
        if (taken.tasks().isEmpty()) {
            sent.remove(node);
        } else {
            sent.put(node, taken.tasks().getLast().sequence());
        }
        return new Work(taken.tasks().stream().map(this::seal).toList(), taken.cancel());
    }

    /** True when a sent answer did not arrive: the connection was lost, or the poll had timed out. */
    boolean hasLost(NodeId node, long lastSequence) {
        return sent.computeIfPresent(node, (id, last) -> last <= lastSequence ? null : last) != null;
    }

    /** One answer for each, in the order asked; of two polls of one node the later one is answered. */
    private List<Taken> takeAll(List<Asking> asked) {
        Map<NodeId, Asking> latest = new LinkedHashMap<>();
        asked.forEach(one -> latest.put(one.node(), one));
        Map<NodeId, Taken> taken = Objects.requireNonNull(transaction.execute(status -> takeLocked(latest)));
        return asked.stream()
                .map(one -> one.equals(latest.get(one.node()))
                        ? Objects.requireNonNullElse(taken.remove(one.node()), Taken.NOTHING)
                        : Taken.NOTHING)
                .toList();
    }

    private Map<NodeId, Taken> takeLocked(Map<NodeId, Asking> asked) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Map<NodeId, Taken> taken = new HashMap<>();
        Map<NodeId, NodeRecord> open = new LinkedHashMap<>();
        Map<NodeId, Long> behind = new LinkedHashMap<>();
        store.lock(asked.keySet()).forEach((node, row) -> {
            Asking asking = Objects.requireNonNull(asked.get(node));
            long last = asking.lastSequence();
            if (!row.believes(asking.incarnation()) && row.host().rebuild() == null) {
                taken.put(node, Taken.OUTDATED);
            } else if (row.sequences().held() || row.state() == NodeState.RETIRED) {
                taken.put(node, Taken.NOTHING);
            } else if (last < row.sequences().confirmed()) {
                taken.put(node, Taken.WENT_BACK);
            } else {
                open.put(node, row);
                if (last < row.sequences().sent()) {
                    behind.put(node, last);
                }
            }
        });
        if (!open.isEmpty()) {
            Map<NodeId, List<TaskRecord>> again = store.unconfirmed(behind, now, TASKS_MAX);
            Map<NodeId, List<TaskRecord>> due = store.due(open.keySet(), now, TASKS_MAX);
            Map<NodeId, List<TaskId>> cancels = store.takeCancels(open.keySet(), now, CANCEL_REPEATED);
            List<DispatchStore.Sending> sending = new ArrayList<>();
            List<DispatchStore.Numbers> numbers = new ArrayList<>();
            open.forEach((node, row) -> {
                Asking asking = Objects.requireNonNull(asked.get(node));
                Batch batch = new Batch(asking.lastSequence(), row.sequences().sent(), now);
                batch.repeat(forWhomAsks(again.getOrDefault(node, List.of()), row, asking));
                batch.add(forWhomAsks(due.getOrDefault(node, List.of()), row, asking));
                sending.addAll(batch.sending);
                boolean confirms = row.believes(asking.incarnation())
                        && batch.lastSequence > row.sequences().confirmed();
                if (confirms || batch.given > row.sequences().sent()) {
                    numbers.add(new DispatchStore.Numbers(node, confirms ? batch.lastSequence : 0, batch.given));
                }
                List<TaskId> cancel = cancels.getOrDefault(node, List.of()).stream()
                        .filter(task -> isFor(task, row, asking))
                        .toList();
                taken.put(node, new Taken(batch.chosen, cancel, Verdict.GOOD));
            });
            store.send(sending, now);
            store.advance(numbers);
        }
        return taken;
    }

    /** A host whose rebuild began is given nothing under its old certificate but the task to erase itself. */
    private static List<TaskRecord> forWhomAsks(List<TaskRecord> tasks, NodeRecord row, Asking asking) {
        return tasks.stream().filter(task -> isFor(task.id(), row, asking)).toList();
    }

    private static boolean isFor(TaskId task, NodeRecord row, Asking asking) {
        return row.believes(asking.incarnation()) || task.equals(row.host().rebuild());
    }

    /** The tasks for one node in order, unconfirmed ones first. */
    private static final class Batch {

        private final long lastSequence;
        private final Instant now;
        private final List<NodeTask> chosen = new ArrayList<>();
        private final List<DispatchStore.Sending> sending = new ArrayList<>();
        private long given;
        private int room = PAYLOAD_BYTES_MAX;
        private boolean full;

        /**
         * A node may know higher numbers than we do after our database was restored. Tasks it has seen are not sent
         * again; but a number that no restored database explains is invented, and would use up the node's numbers.
         */
        Batch(long saidSequence, long sequenceSent, Instant now) {
            this.lastSequence = Math.min(saidSequence, sequenceSent + FORGOTTEN_MAX);
            this.given = Math.max(lastSequence, sequenceSent);
            this.now = now;
        }

        void repeat(List<TaskRecord> unconfirmed) {
            for (TaskRecord task : unconfirmed) {
                if (hasRoom(task)) {
                    chosen.add(envelope(
                            task,
                            Objects.requireNonNull(task.delivery().sequence()),
                            Objects.requireNonNull(task.delivery().sentAt()),
                            Objects.requireNonNull(task.delivery().expiresAt())));
                }
            }
        }

        void add(List<TaskRecord> due) {
            for (TaskRecord task : due) {
                if (hasRoom(task)) {
                    given++;
                    Instant expires = task.order().deadlineAt().isBefore(now.plus(ENVELOPE_LIFETIME))
                            ? task.order().deadlineAt().truncatedTo(ChronoUnit.MILLIS)
                            : now.plus(ENVELOPE_LIFETIME);
                    sending.add(new DispatchStore.Sending(task.id(), given, expires));
                    chosen.add(envelope(task, given, now, expires));
                }
            }
        }

        /** Once one does not fit, nothing later goes before it. */
        private boolean hasRoom(TaskRecord task) {
            room -= task.order().payload().bytes().length;
            full = full || chosen.size() == TASKS_MAX || (room < 0 && !chosen.isEmpty());
            return !full;
        }
    }

    /** From memory: a node that knows less than it once did was restored from a copy. */
    void checkSequence(NodeDirectory.Entry entry, long lastSequence) {
        if (!entry.tasksHeld()
                && lastSequence
                        < Math.max(entry.sequenceConfirmed(), confirmations.pending(entry.id(), entry.incarnation()))) {
            noteWentBack(new Asking(entry.id(), entry.incarnation(), lastSequence));
        }
    }

    private void noteWentBack(Asking asking) {
        confirmations.writeIfPossible();
        transaction.executeWithoutResult(status -> {
            NodeRecord row = nodes.lock(asking.node());
            if (row.believes(asking.incarnation())
                    && asking.lastSequence() < row.sequences().confirmed()
                    && !row.sequences().held()) {
                lifecycle.wentBack(row, asking.lastSequence());
            }
        });
    }

    private static NodeTask envelope(TaskRecord task, long sequence, Instant issued, Instant expires) {
        return new NodeTask(
                task.node(),
                task.id(),
                task.type(),
                task.attempt(),
                sequence,
                issued,
                expires,
                task.order().payload());
    }

    private NodeMessages.Envelope seal(NodeTask task) {
        TaskKeys.Signed signed = keys.sign(task);
        return new NodeMessages.Envelope(
                task.task(),
                task.node(),
                task.type(),
                task.attempt(),
                task.sequence(),
                task.issuedAt(),
                task.expiresAt(),
                Base64.getEncoder().encodeToString(task.payload().bytes()),
                signed.keyId(),
                signed.signature());
    }
}
