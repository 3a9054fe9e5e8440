package io.gpuaas.controlplane.allocations.drivers;

import io.gpuaas.controlplane.allocations.Advance;
import io.gpuaas.controlplane.allocations.LifecycleDriver;
import io.gpuaas.kernel.AllocationId;
import io.temporal.client.ActivityCompletionClient;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.BatchRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Drives each allocation by one Temporal workflow. A row written with the change says that an allocation is to be
 * followed; the call to Temporal comes after the commit, and a sweep of overdue rows repeats lost calls. While a node
 * works, the workflow waits in an activity that the end of the node's task completes.
 */
public final class TemporalDriver implements LifecycleDriver, SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(TemporalDriver.class);
    private static final Duration SWEEP = Duration.ofSeconds(5);
    private static final int SWEPT_MAX = 500;
    private static final int CALLS_AT_ONCE = 16;

    private final Advance advance;
    private final Timers timers;
    private final Clock clock;
    private final WaitingTokens tokens;
    private final WorkflowClient client;
    private final ActivityCompletionClient completion;
    private final Settings settings;
    private final Semaphore calls = new Semaphore(CALLS_AT_ONCE);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Runnable disconnect;
    private final WorkerFactory workers;
    private volatile boolean running;

    /** Whether this process runs workflows, or only signals them. */
    public record Settings(String taskQueue, int concurrency, boolean runs) {}

    public TemporalDriver(
            Advance advance,
            Timers timers,
            WaitingTokens tokens,
            Clock clock,
            WorkflowClient client,
            Settings settings,
            Runnable disconnect) {
        this.advance = advance;
        this.timers = timers;
        this.clock = clock;
        this.tokens = tokens;
        this.client = client;
        this.completion = client.newActivityCompletionClient();
        this.settings = settings;
        this.disconnect = disconnect;
        this.workers = WorkerFactory.newInstance(client);
    }

    @Override
    public void follow(AllocationId id, Instant at) {
        timers.set(id, at);
    }

    @Override
    public void wake(AllocationId id) {
        try {
            threads.execute(() -> signal(id));
        } catch (RejectedExecutionException e) {
            log.atDebug()
                    .setCause(e)
                    .addKeyValue("allocation", id)
                    .log("left an allocation to the sweep; this process stops");
        }
    }

    private void signal(AllocationId id) {
        try {
            calls.acquire();
            try {
                tell(id);
            } finally {
                calls.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("allocation", id)
                    .log("could not signal Temporal for an allocation; the sweep will retry");
        }
    }

    /** Completes the activity if the workflow waits for a task, and signals the workflow otherwise. */
    private void tell(AllocationId id) {
        if (!tokens.take(id).map(this::complete).orElse(false)) {
            signalOrStart(id);
        }
    }

    private boolean complete(byte[] token) {
        try {
            completion.complete(token, null);
            return true;
        } catch (ActivityCompletionException e) {
            log.debug("could not complete an activity; it no longer waits", e);
            return false;
        }
    }

    private void signalOrStart(AllocationId id) {
        AllocationWorkflow workflow = client.newWorkflowStub(
                AllocationWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId("allocation-" + id)
                        .setTaskQueue(settings.taskQueue())
                        .build());
        BatchRequest request = client.newSignalWithStartRequest();
        request.add(workflow::follow, id.toString());
        request.add(workflow::wake);
        client.signalWithStart(request);
    }

    /** Overdue allocations were never signalled to Temporal, or the signal was lost. */
    private void sweep() {
        while (running) {
            try {
                for (AllocationId id : timers.due(clock.instant(), SWEPT_MAX)) {
                    signalOrStart(id);
                    timers.clear(id, clock.instant());
                }
            } catch (RuntimeException e) {
                log.warn("could not signal Temporal for overdue allocations; retrying", e);
            }
            try {
                Thread.sleep(SWEEP);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Override
    public void start() {
        running = true;
        if (settings.runs()) {
            Worker worker = workers.newWorker(
                    settings.taskQueue(),
                    WorkerOptions.newBuilder()
                            .setMaxConcurrentActivityExecutionSize(settings.concurrency())
                            .build());
            worker.registerWorkflowImplementationTypes(AllocationWorkflowRun.class);
            worker.registerActivitiesImplementations(new AdvanceActivities(advance, tokens, clock));
            workers.start();
            threads.execute(this::sweep);
        }
    }

    @Override
    public void stop() {
        running = false;
        threads.shutdownNow();
        workers.shutdownNow();
        disconnect.run();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
