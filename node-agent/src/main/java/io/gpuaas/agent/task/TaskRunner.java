package io.gpuaas.agent.task;

import io.gpuaas.agent.journal.Entry;
import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.journal.State;
import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.ServerClock;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Runs accepted tasks, a few at a time, and delivers each end to the server. */
public final class TaskRunner implements AutoCloseable {

    public static final int CONCURRENCY = 4;
    private static final int UNRECORDED_MAX = 100;

    private final Journal journal;
    private final TaskExecution execution;
    private final EventPost post;
    private final ServerClock clock;
    private final Backoff.Limits backoff;
    private final Troubles troubles;
    private final Semaphore slots = new Semaphore(CONCURRENCY);
    private final Map<TaskKey, RunningTask> inHand = new ConcurrentHashMap<>();
    private final List<RunningTask> unended = new ArrayList<>();
    private final Set<TaskKey> unrecorded = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Receives the problems that the runner cannot resolve itself. */
    public interface Troubles {

        void undeliverable(TaskKey key, ServerException refusal);

        /** The journal cannot be written, or worse: nothing may be begun any more. */
        void broken(RuntimeException cause);
    }

    public TaskRunner(
            Journal journal,
            TaskExecution execution,
            EventPost post,
            ServerClock clock,
            Backoff.Limits backoff,
            Troubles troubles) {
        this.journal = journal;
        this.execution = execution;
        this.post = post;
        this.clock = clock;
        this.backoff = backoff;
        this.troubles = troubles;
    }

    /** Starts a task; it is in the journal when this returns. */
    public void accept(Envelope envelope, Admission.Accepted accepted) {
        journal.accept(envelope);
        start(envelope, accepted);
    }

    /** Reports why an authentic task is not executed; its sequence is used up. */
    public void refuse(Envelope envelope, TaskResult refusal) {
        journal.accept(envelope);
        journal.finish(envelope.key(), refusal);
        reportEnd(envelope.key(), refusal, false);
    }

    /** Reports a refusal without recording it: strangers could otherwise fill the journal or use up our sequences. */
    public void refuseUnrecorded(TaskKey key, TaskResult refusal) {
        if (unrecorded.size() < UNRECORDED_MAX && unrecorded.add(key)) {
            TaskReport report = report(key, () -> {});
            report.countAsLaterLife();
            report.finished(refusal);
            inThread(() -> {
                deliver(report);
                unrecorded.remove(key);
            });
        }
    }

    /** Reports a stored end once more; a task in hand reports its end by itself. */
    public void reportAgain(Entry entry) {
        TaskResult result = entry.result();
        if (result != null && entry.state() == State.REPORTED) {
            refuseUnrecorded(entry.key(), result);
        }
    }

    /** Continues a task that an earlier run of the agent left. Call it once the server's time is known. */
    public void resume(Entry entry) {
        switch (entry.state()) {
            case ACCEPTED -> resumeAccepted(entry);
            case STARTED -> finishFromBefore(entry.key(), TaskResult.interrupted());
            case FINISHED -> reportEnd(entry.key(), requireResult(entry), true);
            case REPORTED -> {}
        }
    }

    /** For a task whose end became known only after the agent came back: an update of the agent itself. */
    public void finishFromBefore(TaskKey key, TaskResult result) {
        journal.finish(key, result);
        reportEnd(key, result, true);
    }

    private void resumeAccepted(Entry entry) {
        Envelope envelope = entry.envelope();
        if (envelope == null) {
            throw new IllegalStateException("the journal lost the envelope of " + entry.key());
        }
        TaskType type = TaskType.find(envelope.type()).orElse(null);
        if (type == null || !clock.nowOrLocal().isBefore(envelope.expiresAt())) {
            String code = type == null ? "unknown_type" : "task_expired";
            finishFromBefore(entry.key(), TaskResult.refused(code, "not begun before the agent ended"));
            return;
        }
        start(envelope, new Admission.Accepted(type, type.read(envelope.payloadBytes())));
    }

    /** Starts tasks in the order they were accepted: two tasks of an allocation that exclude each other never overlap. */
    private synchronized void start(Envelope envelope, Admission.Accepted accepted) {
        RunningTask running = new RunningTask(envelope.key(), accepted);
        unended.removeIf(RunningTask::hasEnded);
        List<RunningTask> before = unended.stream().filter(running::comesAfter).toList();
        unended.add(running);
        before.stream().filter(running::makesVain).forEach(RunningTask::cancel);
        inHand.put(envelope.key(), running);
        TaskReport report = report(envelope.key(), running::cancel);
        inThread(() -> deliverAndForget(report));
        inThread(() -> run(envelope, accepted, running, before, report));
    }

    private void run(
            Envelope envelope,
            Admission.Accepted accepted,
            RunningTask running,
            List<RunningTask> before,
            TaskReport report) {
        try {
            awaitEnds(before, envelope.expiresAt());
            int needed = accepted.type().isBrief() ? 0 : 1;
            slots.acquire(needed);
            try {
                TaskResult result = runInSlot(envelope, accepted, running, report);
                journal.finish(running.key(), result);
                report.finished(result);
            } finally {
                slots.release(needed);
            }
        } catch (InterruptedException e) {
            // The agent stops: the journal says how far this came, and the next run continues from there.
            Thread.currentThread().interrupt();
        } finally {
            running.endUnlessBegun();
        }
    }

    /** Gives up waiting when the task expires; it is refused then. */
    private void awaitEnds(List<RunningTask> before, Instant expiresAt) throws InterruptedException {
        for (RunningTask earlier : before) {
            Duration left = Duration.between(clock.nowOrLocal(), expiresAt);
            while (left.isPositive() && !earlier.awaitEnd(left)) {
                left = Duration.between(clock.nowOrLocal(), expiresAt);
            }
        }
    }

    private TaskResult runInSlot(Envelope envelope, Admission.Accepted accepted, RunningTask running, TaskReport report)
            throws InterruptedException {
        if (running.isCanceled()) {
            return TaskResult.canceled();
        }
        if (!clock.nowOrLocal().isBefore(envelope.expiresAt())) {
            return TaskResult.refused("task_expired", "it expired while it waited for others");
        }
        journal.start(running.key());
        report.started();
        return running.execute(
                execution, accepted.payload(), report, accepted.type().limit());
    }

    private void reportEnd(TaskKey key, TaskResult result, boolean isFromBefore) {
        inHand.put(key, new RunningTask(key));
        TaskReport report = report(key, () -> {});
        if (isFromBefore) {
            report.countAsLaterLife();
        }
        report.finished(result);
        inThread(() -> deliverAndForget(report));
    }

    private void deliverAndForget(TaskReport report) {
        if (deliver(report)) {
            journal.reported(report.key());
            inHand.remove(report.key());
        }
    }

    /** False when the agent stops before the server has received it. */
    private boolean deliver(TaskReport report) {
        try {
            ServerException refusal = report.deliver();
            if (refusal != null) {
                troubles.undeliverable(report.key(), refusal);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void inThread(Runnable work) {
        threads.execute(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                troubles.broken(e);
            }
        });
    }

    private TaskReport report(TaskKey key, Runnable onCancel) {
        return new TaskReport(key, post, clock::nowOrLocal, backoff, onCancel);
    }

    private static TaskResult requireResult(Entry entry) {
        TaskResult result = entry.result();
        if (result == null) {
            throw new IllegalStateException("the journal lost the result of " + entry.key());
        }
        return result;
    }

    public void cancel(TaskId task) {
        inHand.values().stream()
                .filter(running -> running.key().task().equals(task))
                .forEach(RunningTask::cancel);
    }

    /** The tasks that were accepted and whose end is not reported yet. */
    public List<TaskId> listInHand() {
        return inHand.keySet().stream().map(TaskKey::task).distinct().toList();
    }

    /** Stops running tasks. Their ends are unknown then, and the next run of the agent reports that. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
