package io.gpuaas.cli;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationEvent;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** What happened to an allocation, told once each. */
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

    /** Without what happened before. */
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

    /** Among those of other allocations. */
    static String lineOfOne(AllocationEvent event) {
        return event.at() + "  " + event.allocationId() + "  " + what(event)
                + (event.message() == null ? "" : " (" + Words.printable(event.message()) + ")");
    }

    /** What moved nowhere says what happened beside where it is. */
    private static String what(AllocationEvent event) {
        boolean moved = event.kind().equals("moved") || event.kind().equals("progressed");
        return moved ? step(event) : step(event) + ", " + Words.printable(event.kind());
    }

    /** Where it is, without when and why. */
    static String step(AllocationEvent event) {
        String state = event.state().wire().replace('_', ' ');
        return event.phase() == null
                ? state
                : state + ": " + event.phase().wire().replace('_', ' ');
    }
}
