package io.gpuaas.agent.task;

import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One attempt in hand. It ends by itself, by its time limit, or because the server cancels it. */
final class RunningTask {

    /** How long an interrupted driver may take to clean up. */
    private static final Duration INTERRUPTED_GRACE = Duration.ofSeconds(20);

    private final TaskKey key;
    private final @Nullable UUID allocation;
    private final boolean takesAway;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<@Nullable Thread> worker = new AtomicReference<>();
    private volatile boolean isCanceled;

    RunningTask(TaskKey key) {
        this.key = key;
        this.allocation = null;
        this.takesAway = false;
    }

    RunningTask(TaskKey key, Admission.Accepted accepted) {
        this.key = key;
        this.allocation = accepted.payload() instanceof Leased leased ? leased.allocationId() : null;
        this.takesAway = accepted.type().takesAway();
    }

    TaskKey key() {
        return key;
    }

    /** Whether this task must wait for the other, which was accepted before it. */
    boolean comesAfter(RunningTask other) {
        return allocation != null && allocation.equals(other.allocation);
    }

    /** A removal makes a running creation pointless. */
    boolean makesVain(RunningTask other) {
        return takesAway && !other.takesAway;
    }

    /** False when it still runs after that time. */
    boolean awaitEnd(Duration atMost) throws InterruptedException {
        return ended.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Also one that was stopped may take its time; that its end was told says nothing about it. */
    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    void endUnlessBegun() {
        if (worker.get() == null) {
            ended.countDown();
        }
    }

    boolean isCanceled() {
        return isCanceled;
    }

    void cancel() {
        isCanceled = true;
        Thread thread = worker.get();
        if (thread != null) {
            thread.interrupt();
        }
    }

    TaskResult execute(TaskExecution execution, TaskPayload payload, Progress progress, Duration limit)
            throws InterruptedException {
        AtomicReference<@Nullable TaskResult> result = new AtomicReference<>();
        Thread thread = Thread.ofVirtual().name("task-" + key).unstarted(() -> {
            result.set(resultOf(execution, payload, progress));
            ended.countDown();
        });
        worker.set(thread);
        thread.start();
        if (isCanceled) {
            thread.interrupt();
        }
        try {
            if (!thread.join(limit)) {
                thread.interrupt();
                thread.join(INTERRUPTED_GRACE);
                return TaskResult.failed("deadline_exceeded", "not done within " + limit.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        }
        TaskResult outcome = result.get();
        return outcome == null ? TaskResult.failed("internal_error", "the task ended without a result") : outcome;
    }

    private TaskResult resultOf(TaskExecution execution, TaskPayload payload, Progress progress) {
        try {
            return TaskResult.succeeded(execution.execute(payload, progress));
        } catch (TaskFailure e) {
            return isCanceled ? TaskResult.canceled() : e.result();
        } catch (InterruptedException e) {
            return isCanceled
                    ? TaskResult.canceled()
                    : TaskResult.failed("deadline_exceeded", "stopped at its time limit");
        } catch (RuntimeException e) {
            progress.log("internal error: " + e);
            return TaskResult.failed("internal_error", String.valueOf(e.getMessage()));
        }
    }
}
