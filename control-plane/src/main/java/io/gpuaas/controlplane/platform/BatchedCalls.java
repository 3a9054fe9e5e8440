package io.gpuaas.controlplane.platform;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Answers questions that arrive while others are being answered together, in one transaction. A caller must not hold a
 * connection of the pool: the answer needs one.
 */
public final class BatchedCalls<Q, A> {

    private final Function<List<Q>, List<A>> answers;
    private final Batcher<Asked<Q, A>> groups;

    /** The answers are in the order of the questions. */
    public BatchedCalls(int atOnceMax, Function<List<Q>, List<A>> answers) {
        this.answers = answers;
        this.groups = new Batcher<>(1, atOnceMax, this::answer);
    }

    private record Asked<Q, A>(Q question, CompletableFuture<A> answer) {}

    public A ask(Q question) {
        Asked<Q, A> asked = new Asked<>(question, new CompletableFuture<>());
        groups.add(asked);
        try {
            return asked.answer().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
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
