package io.gpuaas.cli.allocations;

import io.gpuaas.cli.output.Progress;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Waits until an allocation reaches a wanted or final state and shows progress. */
public final class AllocationWait {

    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final Set<AllocationState> AT_REST = Set.of(
            AllocationState.ACTIVE, AllocationState.RELEASED, AllocationState.FAILED, AllocationState.RELEASE_FAILED);

    private final Session session;
    private final AllocationsApi api;
    private final Allocation begun;
    private final AllocationNews news;

    public AllocationWait(Session session, AllocationsApi api, Allocation begun) {
        this.session = session;
        this.api = api;
        this.begun = begun;
        this.news = new AllocationNews(api, begun.projectId(), begun.id());
    }

    /** Returns the allocation in its final state, or as it is when {@code atMost} has passed. */
    public Allocation until(AllocationState wanted, Duration atMost) {
        Clock clock = session.surroundings().clock();
        Instant began = clock.instant();
        String farewell =
                "Stopped waiting; the operation continues. Check it with: gpuaas allocations show " + begun.id();
        try (Progress progress = new Progress(session.terminal(), farewell)) {
            while (true) {
                Allocation allocation = api.getAllocation(begun.projectId(), begun.id());
                news.tellSince(begun.stateSince(), progress.steps(AllocationNews::line, AllocationNews::step));
                if (isOver(allocation.state(), wanted)) {
                    return allocation;
                }
                if (clock.instant().isAfter(began.plus(atMost))) {
                    progress.endWith("Timed out after " + Words.length(atMost) + ": the allocation is not "
                            + wanted.wire() + " yet. Check it with: gpuaas allocations show " + begun.id());
                    return allocation;
                }
                progress.turn(began, clock.instant());
                pause();
            }
        }
    }

    /** While waiting for a release, {@code active} is not final: the release has only been requested. */
    private static boolean isOver(AllocationState state, AllocationState wanted) {
        return state == wanted || (AT_REST.contains(state) && state != AllocationState.ACTIVE);
    }

    static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
