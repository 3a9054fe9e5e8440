package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.pipeline.IdempotencyStore.Claim;
import io.gpuaas.controlplane.pipeline.IdempotencyStore.IdempotencyErrors;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Lets one of several copies of a request through to the database and gives its answer to the others,
 * which wait here and hold no connection meanwhile.
 */
@Component
class InFlight {

    @SuppressWarnings("ArrayRecordComponent") // compared only through MessageDigest.isEqual
    private record Finished(byte[] fingerprint, @Nullable Answer answer) {}

    private final ConcurrentMap<Claim, CompletableFuture<Finished>> running = new ConcurrentHashMap<>();

    Answer once(Claim claim, byte[] fingerprint, Duration wait, Supplier<Answer> work) {
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            CompletableFuture<Finished> own = new CompletableFuture<>();
            CompletableFuture<Finished> twin = running.putIfAbsent(claim, own);
            if (twin == null) {
                return lead(claim, fingerprint, own, work);
            }
            Finished finished = await(twin, deadline - System.nanoTime());
            if (!MessageDigest.isEqual(finished.fingerprint(), fingerprint)) {
                throw IdempotencyErrors.reused();
            }
            if (finished.answer() != null) {
                return finished.answer().asReplay();
            }
            // The first request failed and left nothing behind: one of the waiting ones tries next.
        }
    }

    private Answer lead(Claim claim, byte[] fingerprint, CompletableFuture<Finished> own, Supplier<Answer> work) {
        Answer answer = null;
        try {
            answer = work.get();
            return answer;
        } finally {
            running.remove(claim, own);
            own.complete(new Finished(fingerprint, answer));
        }
    }

    private static Finished await(CompletableFuture<Finished> twin, long nanos) {
        try {
            return twin.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw IdempotencyErrors.inFlight();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw IdempotencyErrors.inFlight();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a twin never ends exceptionally", e);
        }
    }
}
