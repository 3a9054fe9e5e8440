package io.gpuaas.cli;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationEvent;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Set;

/** Waits for an allocation to come to rest, and tells each step on a line of its own. */
final class AllocationWait {

    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final Set<AllocationState> AT_REST = Set.of(
            AllocationState.ACTIVE, AllocationState.RELEASED, AllocationState.FAILED, AllocationState.RELEASE_FAILED);

    private final Session session;
    private final AllocationsApi api;
    private final ProjectId project;
    private final AllocationId id;
    private long told;

    AllocationWait(Session session, AllocationsApi api, ProjectId project, AllocationId id) {
        this.session = session;
        this.api = api;
        this.project = project;
        this.id = id;
    }

    /** The allocation as it is in the end, or when the time is over. */
    Allocation until(Set<AllocationState> wanted, Duration atMost) {
        Instant end = session.surroundings().clock().instant().plus(atMost);
        while (true) {
            Allocation allocation = api.getAllocation(project, id);
            tellNews();
            boolean done = wanted.contains(allocation.state()) || isOver(allocation.state(), wanted);
            if (done || session.surroundings().clock().instant().isAfter(end)) {
                return allocation;
            }
            pause();
        }
    }

    /** Active, while the end is waited for, is no rest: the release has only been asked for. */
    private static boolean isOver(AllocationState state, Set<AllocationState> wanted) {
        return AT_REST.contains(state) && (state != AllocationState.ACTIVE || wanted.contains(state));
    }

    private void tellNews() {
        Iterator<AllocationEvent> events = Page.all(
                        PageRequest.ofSize(PageRequest.LIMIT_MAX),
                        page -> api.listAllocationTimeline(project, id, page))
                .iterator();
        while (events.hasNext()) {
            AllocationEvent event = events.next();
            if (event.sequence() > told) {
                told = event.sequence();
                session.output().note(line(event));
            }
        }
    }

    private static String line(AllocationEvent event) {
        StringBuilder line = new StringBuilder(event.at().toString())
                .append("  ")
                .append(event.state().wire());
        if (event.phase() != null) {
            line.append(": ").append(event.phase().wire().replace('_', ' '));
        }
        if (event.message() != null) {
            line.append(" (").append(Words.printable(event.message())).append(')');
        }
        return line.toString();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
