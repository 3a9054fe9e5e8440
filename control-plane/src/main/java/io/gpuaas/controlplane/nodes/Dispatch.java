package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives a node its tasks. A number is given in the transaction that says the task was sent; when the
 * process is killed before the answer is out, the node's next poll does not confirm the number and
 * the same envelope is sent again.
 */
@Component
class Dispatch {

    private static final int TASKS_MAX = 16;
    private static final int PAYLOAD_BYTES_MAX = 512 * 1024;

    /** A node that does not begin a task in this time does not begin it at all. */
    private static final Duration ENVELOPE_LIFETIME = Duration.ofMinutes(10);

    private static final Duration CANCEL_REPEATED = Duration.ofSeconds(30);

    private final NodeStore nodes;
    private final TaskStore tasks;
    private final TaskKeys keys;
    private final NodeLifecycle lifecycle;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Dispatch(
            NodeStore nodes,
            TaskStore tasks,
            TaskKeys keys,
            NodeLifecycle lifecycle,
            TransactionTemplate transaction,
            Clock clock) {
        this.nodes = nodes;
        this.tasks = tasks;
        this.keys = keys;
        this.lifecycle = lifecycle;
        this.transaction = transaction;
        this.clock = clock;
    }

    record Work(List<NodeMessages.Envelope> tasks, List<TaskId> cancel) {

        static final Work NONE = new Work(List.of(), List.of());

        boolean any() {
            return !tasks.isEmpty() || !cancel.isEmpty();
        }
    }

    private record Taken(List<NodeTask> tasks, List<TaskId> cancel) {}

    /** What waits for the node, and what it has not confirmed. */
    Work take(NodeId node, long lastSequence) {
        Taken taken = Objects.requireNonNull(transaction.execute(status -> takeLocked(node, lastSequence)));
        return new Work(taken.tasks().stream().map(this::seal).toList(), taken.cancel());
    }

    private Taken takeLocked(NodeId node, long lastSequence) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        NodeRecord row = nodes.lock(node);
        if (row.tasksHeld() || row.state() == NodeState.RETIRED) {
            return new Taken(List.of(), List.of());
        }
        if (lastSequence < row.sequenceConfirmed()) {
            lifecycle.wentBack(row, lastSequence);
            return new Taken(List.of(), List.of());
        }
        nodes.confirmSequence(node, lastSequence);
        long sent = row.sequenceSent();
        if (lastSequence > sent) {
            // The node remembers more than we do: our database was restored. What it has seen is not given again.
            nodes.addToSequenceSent(node, Math.toIntExact(lastSequence - sent));
            sent = lastSequence;
        }
        List<NodeTask> chosen = new ArrayList<>();
        int room = PAYLOAD_BYTES_MAX;
        for (TaskRecord again : tasks.unconfirmed(node, lastSequence, now, TASKS_MAX)) {
            room -= again.payload().bytes().length;
            if (room < 0 && !chosen.isEmpty()) {
                // In order, and these first: nothing later is sent before they are confirmed.
                return new Taken(chosen, List.of());
            }
            chosen.add(envelope(
                    again,
                    Objects.requireNonNull(again.sequence()),
                    Objects.requireNonNull(again.sentAt()),
                    Objects.requireNonNull(again.expiresAt())));
        }
        int given = 0;
        for (TaskRecord due : tasks.due(node, now, Math.max(0, TASKS_MAX - chosen.size()))) {
            room -= due.payload().bytes().length;
            if (room < 0 && !chosen.isEmpty()) {
                break;
            }
            given++;
            Instant expires = due.deadlineAt().isBefore(now.plus(ENVELOPE_LIFETIME))
                    ? due.deadlineAt().truncatedTo(ChronoUnit.MILLIS)
                    : now.plus(ENVELOPE_LIFETIME);
            tasks.send(due.id(), sent + given, now, expires);
            chosen.add(envelope(due, sent + given, now, expires));
        }
        nodes.addToSequenceSent(node, given);
        return new Taken(chosen, tasks.takeCancels(node, now, CANCEL_REPEATED));
    }

    /** From memory: a node that knows less than it once did was restored from a copy. */
    void checkSequence(NodeDirectory.Entry entry, long lastSequence) {
        if (lastSequence < entry.sequenceConfirmed() && !entry.tasksHeld()) {
            transaction.executeWithoutResult(status -> {
                NodeRecord row = nodes.lock(entry.id());
                if (lastSequence < row.sequenceConfirmed() && !row.tasksHeld()) {
                    lifecycle.wentBack(row, lastSequence);
                }
            });
        }
    }

    private static NodeTask envelope(TaskRecord task, long sequence, Instant issued, Instant expires) {
        return new NodeTask(
                task.node(), task.id(), task.type(), task.attempt(), sequence, issued, expires, task.payload());
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
