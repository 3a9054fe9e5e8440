package io.gpuaas.cli.allocations;

import io.gpuaas.cli.output.Words;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationEvent;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Reports the events of an allocation, each of them once. */
final class AllocationNews {

    private static final int EVENTS_READ_MAX = 5_000;

    private final AllocationsApi api;
    private final ProjectId project;
    private final AllocationId id;
    private long told;

    AllocationNews(AllocationsApi api, ProjectId project, AllocationId id) {
        this.api = api;
        this.project = project;
        this.id = id;
    }

    List<AllocationEvent> all() {
        return Page.all(
                        PageRequest.ofSize(PageRequest.LIMIT_MAX),
                        page -> api.listAllocationTimeline(project, id, page))
                .limit(EVENTS_READ_MAX)
                .toList();
    }

    void tell(Consumer<AllocationEvent> teller) {
        tellSince(Instant.MIN, teller);
    }

    /** Reports only events at or after {@code begin}. */
    void tellSince(Instant begin, Consumer<AllocationEvent> teller) {
        for (AllocationEvent event : all()) {
            if (event.sequence() > told && !event.at().isBefore(begin)) {
                told = event.sequence();
                teller.accept(event);
            }
        }
    }

    static String line(AllocationEvent event) {
        return event.at() + "  " + step(event)
                + (event.message() == null ? "" : " (" + Words.printable(event.message()) + ")");
    }

    /** Formats an event for a stream that mixes several allocations. */
    static String lineOfOne(AllocationEvent event) {
        return event.at() + "  " + event.allocationId() + "  " + what(event)
                + (event.message() == null ? "" : " (" + Words.printable(event.message()) + ")");
    }

    /** Events that are no state change show their kind after the current state. */
    private static String what(AllocationEvent event) {
        boolean moved = event.kind().equals("moved") || event.kind().equals("progressed");
        return moved ? step(event) : step(event) + ", " + Words.printable(event.kind());
    }

    /** The state and phase, without time and message. */
    static String step(AllocationEvent event) {
        String state = event.state().wire().replace('_', ' ');
        return event.phase() == null
                ? state
                : state + ": " + event.phase().wire().replace('_', ' ');
    }
}
