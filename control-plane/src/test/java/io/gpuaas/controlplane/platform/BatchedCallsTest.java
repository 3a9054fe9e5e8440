package io.gpuaas.controlplane.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchedCallsTest {

    @Test
    void callsDuringABatchAreAnsweredByTheNextOne() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        AtomicInteger arrived = new AtomicInteger();
        BatchedCalls<Integer, Integer> grouped = new BatchedCalls<>(8, questions -> {
            sizes.add(questions.size());
            awaitQuietly(goOn);
            return questions.stream().map(number -> number * 10).toList();
        });
        try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> grouped.ask(0), many);
            await().until(() -> sizes.size() == 1);
            List<Future<Integer>> others = new ArrayList<>();
            for (int number : IntStream.rangeClosed(1, 20).toArray()) {
                others.add(many.submit(() -> {
                    arrived.incrementAndGet();
                    return grouped.ask(number);
                }));
            }
            await().until(() -> arrived.get() == 20);
            goOn.countDown();
            assertThat(first.get()).isZero();
            for (int i = 0; i < others.size(); i++) {
                assertThat(others.get(i).get()).isEqualTo((i + 1) * 10);
            }
        }
        assertThat(sizes).allMatch(size -> size <= 8);
        assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(21);
        assertThat(sizes).as("not one by one").hasSizeLessThan(21);
    }

    @Test
    void oneThatCannotBeAnsweredDoesNotSpoilTheOthers() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        BatchedCalls<Integer, Integer> grouped = new BatchedCalls<>(8, questions -> {
            if (calls.getAndIncrement() == 0) {
                awaitQuietly(goOn);
            }
            if (questions.contains(13)) {
                throw new IllegalArgumentException("unlucky");
            }
            return questions;
        });
        try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> grouped.ask(0), many);
            await().until(() -> calls.get() == 1);
            CompletableFuture<Integer> bad = CompletableFuture.supplyAsync(() -> grouped.ask(13), many);
            CompletableFuture<Integer> good = CompletableFuture.supplyAsync(() -> grouped.ask(14), many);
            goOn.countDown();
            assertThat(first.get()).isZero();
            assertThat(good.get()).isEqualTo(14);
            assertThatThrownBy(bad::get).hasRootCauseMessage("unlucky");
        }
        assertThat(grouped.ask(15)).as("and it goes on").isEqualTo(15);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
