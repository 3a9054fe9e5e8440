package io.gpuaas.controlplane.billing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** All shards, two at a time: a tenant is in one of them, so they share no row that is written. */
final class Shards {

    /** Each keeps a connection and a processor of the database busy. */
    static final int AT_ONCE = 2;

    private Shards() {}

    /** The results for each shard, in order. */
    static <T> List<T> each(IntFunction<T> work) {
        try (ExecutorService hands =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            List<Future<T>> begun = new ArrayList<>();
            for (int shard = 0; shard < MeterStore.SHARDS; shard++) {
                int number = shard;
                begun.add(hands.submit(() -> work.apply(number)));
            }
            return begun.stream().map(Shards::result).toList();
        }
    }

    private static <T> T result(Future<T> of) {
        try {
            return of.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while shards are billed", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
