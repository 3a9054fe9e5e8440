package io.gpuaas.sdk;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waits for allocations, and tells how far they are. */
public final class AllocationWaits {

    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final Set<AllocationState> ENDS =
            Set.of(AllocationState.RELEASED, AllocationState.FAILED, AllocationState.RELEASE_FAILED);

    private final AllocationsApi allocations;
    private final Duration timeout;
    private final Consumer<Allocation> progress;

    private AllocationWaits(AllocationsApi allocations, Duration timeout, Consumer<Allocation> progress) {
        this.allocations = allocations;
        this.timeout = timeout;
        this.progress = progress;
    }

    public static AllocationWaits on(GpuaasClient client, Duration timeout) {
        return new AllocationWaits(client.allocations(), timeout, allocation -> {});
    }

    /** Calls the listener whenever the allocation's state or phase changes. */
    public AllocationWaits telling(Consumer<Allocation> listener) {
        return new AllocationWaits(allocations, timeout, listener);
    }

    /** Until it can be used. */
    public Allocation untilActive(ProjectId project, AllocationId id) {
        return until(AllocationState.ACTIVE, project, id);
    }

    /** Until it is given back; whoever calls has asked for that already. */
    public Allocation untilReleased(ProjectId project, AllocationId id) {
        return until(AllocationState.RELEASED, project, id);
    }

    private Allocation until(AllocationState wanted, ProjectId project, AllocationId id) {
        long deadline = System.nanoTime() + timeout.toNanos();
        Allocation before = null;
        while (true) {
            Allocation now = allocations.getAllocation(project, id);
            if (isNews(before, now)) {
                progress.accept(now);
            }
            before = now;
            if (now.state() == wanted) {
                return now;
            }
            if (ENDS.contains(now.state())) {
                throw WaitEndedException.otherwise(now);
            }
            if (System.nanoTime() > deadline) {
                throw WaitEndedException.tooLate(now);
            }
            pause(now);
        }
    }

    private static boolean isNews(@Nullable Allocation before, Allocation now) {
        return before == null || before.state() != now.state() || !Objects.equals(before.phase(), now.phase());
    }

    private static void pause(Allocation now) {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WaitEndedException.interrupted(now, e);
        }
    }
}
