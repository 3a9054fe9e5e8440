package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.TaskFinished;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;

/**
 * Gives nodes tasks on behalf of other domains. A task takes effect once, whatever process is killed when; its end is
 * final.
 */
@Component
public class NodeTasks {

    private static final int OPEN_PER_NODE_MAX = 1_000;

    /** Pause before an interrupted attempt is repeated. */
    private static final Duration PAUSE_PER_ATTEMPT = Duration.ofSeconds(5);

    private final TaskStore store;
    private final TaskSchemas schemas;
    private final NodeJson json;
    private final WorkBell bell;
    private final Outbox outbox;
    private final ObjectProvider<Listener> listeners;
    private final Clock clock;
    private final IdSource ids;
    private final EndedTasks ended = new EndedTasks();

    NodeTasks(
            TaskStore store,
            TaskSchemas schemas,
            NodeJson json,
            WorkBell bell,
            Outbox outbox,
            ObjectProvider<Listener> listeners,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.schemas = schemas;
        this.json = json;
        this.bell = bell;
        this.outbox = outbox;
        this.listeners = listeners;
        this.clock = clock;
        this.ids = ids;
    }

    /** By when the task must have ended, and how often it may be begun. */
    public record Options(Duration deadline, int attemptsMax) {

        public static final Options DEFAULT = new Options(Duration.ofHours(1), 3);

        public Options {
            if (deadline.isNegative() || deadline.isZero() || deadline.compareTo(Duration.ofDays(7)) > 0) {
                throw new IllegalArgumentException("the deadline is not within the next seven days");
            }
            if (attemptsMax < 1 || attemptsMax > 100) {
                throw new IllegalArgumentException("attemptsMax is not 1 to 100");
            }
        }
    }

    public record Task(
            TaskId id,
            NodeId node,
            String type,
            TaskState state,
            int attempt,
            @Nullable String phase,
            @Nullable String code,
            @Nullable String message,
            @Nullable JsonNode output,
            Instant deadlineAt) {}

    /**
     * Called in this process, after the commit, when a task ended here. Consume {@link TaskFinished} where no end may
     * be missed.
     */
    @FunctionalInterface
    public interface Listener {
        void taskFinished(TaskFinished event);
    }

    /** In the caller's transaction. The payload is a record or JSON; the type's schema decides. */
    @Transactional(propagation = Propagation.MANDATORY)
    public TaskId add(NodeId node, String type, Object payload, Options options) {
        JsonNode tree = json.tree(payload);
        schemas.requirePayload(type, tree);
        Call call = Call.current();
        Instant now = clock.instant();
        TaskRecord task = TaskRecord.queued(
                new TaskId(ids.next()),
                node,
                new TaskRecord.Order(
                        type,
                        payload(json.write(tree)),
                        options.attemptsMax(),
                        schemas.repeatable(type),
                        now,
                        now.plus(options.deadline()),
                        call.correlationId()));
        store.add(task, call, OPEN_PER_NODE_MAX, () -> takesNoMore(node));
        AfterCommit.run(() -> bell.ring(node));
        return task.id();
    }

    private ProblemException takesNoMore(NodeId node) {
        NodeState state = store.findState(node).orElseThrow(NodeErrors::noSuchNode);
        return state == NodeState.RETIRED
                ? NodeErrors.retired()
                : ProblemException.of(
                        ErrorCode.TOO_MANY, "A node can have at most " + OPEN_PER_NODE_MAX + " tasks at a time.");
    }

    private static NodeTask.Payload payload(byte[] bytes) {
        if (bytes.length > NodeTask.Payload.BYTES_MAX) {
            throw NodeErrors.taskInvalid("The payload has " + bytes.length + " bytes. At most "
                    + NodeTask.Payload.BYTES_MAX + " are allowed.");
        }
        return new NodeTask.Payload(bytes);
    }

    public Optional<Task> find(TaskId id) {
        return ended.find(id).or(() -> store.find(id).map(this::view));
    }

    /** Those of these that ended otherwise than well. */
    public Set<TaskId> findFailed(Collection<TaskId> ids) {
        return ids.isEmpty() ? Set.of() : store.findFailed(ids);
    }

    /** Whether it ended before any node was given it, and so did nothing. */
    public boolean isEndedUnsent(TaskId id) {
        return store.find(id)
                .filter(task -> task.state().ended()
                        && task.delivery().sentAt() == null
                        && task.times().startedAt() == null)
                .isPresent();
    }

    private Task view(TaskRecord task, TaskState state, TaskEnd end) {
        return new Task(
                task.id(),
                task.node(),
                task.type(),
                state,
                task.attempt(),
                task.reported().phase(),
                end.code(),
                end.message(),
                end.output() == null ? null : json.tree(end.output()),
                task.order().deadlineAt());
    }

    private Task view(TaskRecord row) {
        return new Task(
                row.id(),
                row.node(),
                row.type(),
                row.state(),
                row.attempt(),
                row.reported().phase(),
                row.reported().code(),
                row.reported().message(),
                row.reported().output() == null
                        ? null
                        : json.tree(row.reported().output()),
                row.order().deadlineAt());
    }

    /** A task that was not sent ends here; otherwise the node is asked to stop it, and reports. */
    @Transactional
    public void cancel(TaskId id) {
        TaskRecord task = store.lock(id).orElseThrow(NodeErrors::noSuchTask);
        if (task.state().ended()) {
            throw NodeErrors.taskEnded(task.state());
        }
        cancel(task);
    }

    /** For callers that accept a task that has ended already: a refusal would roll back the caller's transaction. */
    @Transactional
    public void cancelUnlessEnded(TaskId id) {
        store.lock(id).filter(task -> !task.state().ended()).ifPresent(this::cancel);
    }

    private void cancel(TaskRecord task) {
        if (task.state() == TaskState.QUEUED) {
            end(task, TaskState.CANCELED, TaskEnd.because("canceled", "Canceled before it was sent."));
            return;
        }
        store.requestCancel(task.id(), clock.instant());
        AfterCommit.run(() -> bell.ring(task.node()));
    }

    /** The one place where tasks end. The row is locked by the caller. */
    void end(TaskRecord task, TaskState state, TaskEnd end) {
        task.state().require(state);
        store.end(
                task,
                state,
                end,
                clock.instant(),
                () -> new IllegalStateException("task " + task.id() + " ended in between though it was locked"));
        TaskFinished event =
                new TaskFinished(task.id(), task.node(), task.type(), state.wire(), task.attempt(), end.code());
        Call.system("node task", task.order().correlation()).run(() -> {
            outbox.append(event);
            return event;
        });
        if (EndedTasks.isSmall(end)) {
            Task view = view(task, state, end);
            AfterCommit.run(() -> ended.add(view));
        }
        AfterCommit.run(() -> listeners.orderedStream().forEach(listener -> listener.taskFinished(event)));
    }

    /** An attempt was interrupted: it is repeated when that is harmless and allowed, otherwise the task fails. */
    void endAttempt(TaskRecord task, boolean harmless, TaskEnd why) {
        Instant now = clock.instant();
        if (task.times().cancelRequestedAt() != null) {
            end(task, TaskState.CANCELED, why);
        } else if (harmless
                && task.attempt() < task.order().attemptsMax()
                && task.order().deadlineAt().isAfter(now)) {
            task.state().require(TaskState.QUEUED);
            store.queueAgain(task, why, now.plus(PAUSE_PER_ATTEMPT.multipliedBy(task.attempt())));
        } else {
            end(task, TaskState.FAILED, why);
        }
    }

    /** A node that is set aside or gone: nothing that was sent counts any more. */
    void endAttempts(NodeId node, TaskEnd why) {
        for (TaskRecord task : store.lockOpen(node)) {
            if (task.state() != TaskState.QUEUED) {
                endAttempt(task, task.order().repeatable(), why);
            }
        }
    }

    void failAll(NodeId node, TaskEnd why) {
        store.lockOpen(node).forEach(task -> end(task, TaskState.FAILED, why));
    }

    List<TaskStore.AttemptEvent> events(TaskId id, int limit) {
        return store.events(id, limit);
    }
}
