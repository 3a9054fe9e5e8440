package io.gpuaas.agent.task;

import io.gpuaas.agent.wire.ControlPlane.EventsAnswer;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.agent.wire.TaskEvent;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the server how one attempt goes. Events wait in a bounded spool until the server confirmed them; when it is
 * full, log lines are left out and counted. The result always has a place.
 */
final class TaskReport implements Progress {

    static final int PENDING_MAX = 1_000;

    /** The most events that one run of the agent reports about an attempt; the result is not counted. */
    static final int EVENTS_MAX = 4_900;

    /** Above every index that an earlier run can have used, and constant, so that the server takes it once. */
    static final int LATER_LIFE_INDEX = 1_000_000;

    private static final int BATCH_EVENTS_MAX = 100;
    private static final int BATCH_LENGTH_MAX = 200_000;
    private static final int LINE_LENGTH_MAX = 4_000;

    private final TaskKey key;
    private final EventPost post;
    private final Supplier<Instant> now;
    private final Backoff backoff;
    private final Runnable onCancel;
    private final Deque<TaskEvent> pending = new ArrayDeque<>();
    private boolean hasResult;
    private int nextIndex = 1;
    private int dropped;

    TaskReport(TaskKey key, EventPost post, Supplier<Instant> now, Backoff.Limits limits, Runnable onCancel) {
        this.key = key;
        this.post = post;
        this.now = now;
        this.backoff = new Backoff(limits);
        this.onCancel = onCancel;
    }

    /** For an attempt of an earlier life of the agent, which took the count of its events with it. */
    void countAsLaterLife() {
        nextIndex = LATER_LIFE_INDEX;
    }

    @Override
    public TaskKey key() {
        return key;
    }

    synchronized void started() {
        add(TaskEvent.started(nextIndex, now.get()));
    }

    @Override
    public synchronized void phase(String phase, String message) {
        if (mayAdd()) {
            add(TaskEvent.phase(nextIndex, now.get(), phase, bounded(message)));
        }
    }

    @Override
    public synchronized void log(String line) {
        if (mayAdd()) {
            add(TaskEvent.log(nextIndex, now.get(), bounded(line)));
        }
    }

    synchronized void finished(TaskResult result) {
        if (dropped > 0) {
            add(TaskEvent.log(
                    nextIndex, now.get(), dropped + " events were left out: the server was too slow or away"));
        }
        add(TaskEvent.result(nextIndex, now.get(), result));
        hasResult = true;
    }

    private boolean mayAdd() {
        if (hasResult || pending.size() >= PENDING_MAX || nextIndex > EVENTS_MAX) {
            dropped++;
            return false;
        }
        return true;
    }

    private void add(TaskEvent event) {
        pending.add(event);
        nextIndex++;
        notifyAll();
    }

    private static String bounded(String text) {
        return text.length() <= LINE_LENGTH_MAX ? text : text.substring(0, LINE_LENGTH_MAX - 1) + "…";
    }

    /** Returns once the server has the result, or will never take it: then with the reason. */
    @Nullable ServerException deliver() throws InterruptedException {
        while (true) {
            List<TaskEvent> batch = awaitBatch();
            try {
                EventsAnswer answer = post.post(key, batch);
                backoff.succeeded();
                if (answer.cancel()) {
                    onCancel.run();
                }
                if (confirm(batch, answer.confirmedIndex())) {
                    return null;
                }
            } catch (ServerException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedException("stopped while reporting " + key);
                }
                if (e.isTemporary()) {
                    backoff.await();
                } else if (giveUp(batch)) {
                    return e;
                }
            }
        }
    }

    private synchronized List<TaskEvent> awaitBatch() throws InterruptedException {
        while (pending.isEmpty()) {
            wait();
        }
        List<TaskEvent> batch = new ArrayList<>();
        int length = 0;
        for (TaskEvent event : pending) {
            length += event.text() == null ? 200 : event.text().length();
            if (!batch.isEmpty() && (batch.size() == BATCH_EVENTS_MAX || length > BATCH_LENGTH_MAX)) {
                break;
            }
            batch.add(event);
        }
        return batch;
    }

    /** True once the result is confirmed. */
    private synchronized boolean confirm(List<TaskEvent> batch, int confirmedIndex) {
        boolean isAll = false;
        for (TaskEvent event : batch) {
            if (event.index() <= confirmedIndex) {
                pending.remove(event);
                isAll = event.outcome() != null;
            }
        }
        return isAll;
    }

    /** The server will not take these. Without them the result may still get through; alone refused, it never will. */
    private synchronized boolean giveUp(List<TaskEvent> batch) {
        boolean wasResultAlone = batch.size() == 1 && batch.getFirst().outcome() != null;
        batch.stream().filter(event -> event.outcome() == null).forEach(pending::remove);
        return wasResultAlone;
    }
}
