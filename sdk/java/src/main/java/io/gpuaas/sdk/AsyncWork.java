package io.gpuaas.sdk;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

/** Work on a virtual thread of its own, which is interrupted when nobody waits for it any more. */
final class AsyncWork<T> extends FutureTask<T> {

    private final CompletableFuture<T> outcome = new CompletableFuture<>();

    private AsyncWork(Callable<T> work) {
        super(work);
        // Does nothing when the work itself has ended: what follows on it may run on its thread, and is not
        // interrupted.
        var _ = outcome.whenComplete((_, _) -> cancel(true));
    }

    static <T> CompletableFuture<T> begin(Callable<T> work) {
        AsyncWork<T> begun = new AsyncWork<>(work);
        Thread.ofVirtual().name("gpuaas-call").start(begun);
        return begun.outcome;
    }

    @Override
    protected void done() {
        switch (state()) {
            case SUCCESS -> outcome.complete(resultNow());
            case FAILED -> outcome.completeExceptionally(exceptionNow());
            case CANCELLED, RUNNING -> {}
        }
    }
}
