package io.gpuaas.controlplane.nodes;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Questions that arrive while others are being answered wait and are then answered together: one that
 * comes alone does not wait, and many at once cost one transaction.
 */
final class Grouped<Q, A> {

    private final int atOnceMax;
    private final Function<List<Q>, List<A>> answers;
    private final Queue<Asked<Q, A>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean busy = new AtomicBoolean();

    /** The answers are in the order of the questions. */
    Grouped(int atOnceMax, Function<List<Q>, List<A>> answers) {
        this.atOnceMax = atOnceMax;
        this.answers = answers;
    }

    private record Asked<Q, A>(Q question, CompletableFuture<A> answer) {}

    A ask(Q question) {
        Asked<Q, A> asked = new Asked<>(question, new CompletableFuture<>());
        waiting.add(asked);
        if (busy.compareAndSet(false, true)) {
            Thread.ofVirtual().name("grouped").start(this::answerAll);
        }
        try {
            return asked.answer().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Who adds a question after the last look finds nobody busy, and starts this again. */
    private void answerAll() {
        do {
            for (List<Asked<Q, A>> some = take(); !some.isEmpty(); some = take()) {
                answer(some);
            }
            busy.set(false);
        } while (!waiting.isEmpty() && busy.compareAndSet(false, true));
    }

    private List<Asked<Q, A>> take() {
        List<Asked<Q, A>> some = new ArrayList<>();
        while (some.size() < atOnceMax) {
            Asked<Q, A> next = waiting.poll();
            if (next == null) {
                break;
            }
            some.add(next);
        }
        return some;
    }

    /** One that cannot be answered must not spoil the others. */
    private void answer(List<Asked<Q, A>> some) {
        try {
            List<A> found = answers.apply(some.stream().map(Asked::question).toList());
            for (int i = 0; i < some.size(); i++) {
                some.get(i).answer().complete(found.get(i));
            }
        } catch (RuntimeException | Error e) {
            if (some.size() == 1) {
                some.getFirst().answer().completeExceptionally(e);
            } else {
                some.forEach(one -> answer(List.of(one)));
            }
        }
    }
}
