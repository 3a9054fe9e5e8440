package io.gpuaas.cli.command;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Releases an allocation once, at the end of the command or in the shutdown hook. The second caller waits for the
 * first: if the process ended before the release, the allocation would go on costing money.
 */
final class AllocationRelease {

    static final Duration PAUSE = Duration.ofSeconds(2);

    private static final int TRIES_MAX = 30;
    private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(30);
    private static final String MAY_EXIST =
            "The server has not answered: an allocation may exist. Look for it with: gpuaas allocations list";

    private final Consumer<AllocationId> call;
    private final Consumer<String> tell;
    private final Duration pause;
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile @Nullable AllocationId created;
    private boolean isDone;

    AllocationRelease(Consumer<AllocationId> call, Consumer<String> tell, Duration pause) {
        this.call = call;
        this.tell = tell;
        this.pause = pause;
    }

    /** Creates the allocation. A release that begins meanwhile waits for the answer. */
    <T> T create(Supplier<T> creation, Function<T, AllocationId> id) {
        try {
            T made = creation.get();
            created = id.apply(made);
            return made;
        } catch (ServerUnreachableException e) {
            tell.accept(MAY_EXIST);
            throw e;
        } finally {
            answered.countDown();
        }
    }

    /** Returns once the allocation is released or the last try has failed, also when another thread releases it. */
    synchronized void run() {
        if (isDone) {
            return;
        }
        if (!isAnswered()) {
            tell.accept(MAY_EXIST);
            return;
        }
        AllocationId allocation = created;
        if (allocation != null) {
            release(allocation);
        }
        isDone = true;
    }

    private void release(AllocationId allocation) {
        String failure = tryOnce(allocation);
        for (int tries = 1; failure != null && tries < TRIES_MAX; tries++) {
            pause();
            failure = tryOnce(allocation);
        }
        tell.accept(
                failure == null
                        ? "Allocation " + allocation + " released."
                        : "Allocation " + allocation + " could not be released: " + failure
                                + ". Release it with: gpuaas allocations release " + allocation);
    }

    /** Returns the reason of the failure, or null. */
    private @Nullable String tryOnce(AllocationId allocation) {
        try {
            call.accept(allocation);
            return null;
        } catch (GpuaasException | ServerUnreachableException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private boolean isAnswered() {
        try {
            return answered.await(ANSWER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return answered.getCount() == 0;
        }
    }

    private void pause() {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
