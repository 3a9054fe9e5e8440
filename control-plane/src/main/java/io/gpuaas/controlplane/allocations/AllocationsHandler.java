package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.Allocation;
import io.gpuaas.api.AllocationBatch;
import io.gpuaas.api.AllocationEstimate;
import io.gpuaas.api.AllocationEvent;
import io.gpuaas.api.AllocationEventPage;
import io.gpuaas.api.AllocationPage;
import io.gpuaas.api.AllocationState;
import io.gpuaas.api.AllocationTelemetry;
import io.gpuaas.api.AllocationsApi;
import io.gpuaas.api.ConfirmAllocationFault;
import io.gpuaas.api.CreateAllocation;
import io.gpuaas.api.CreateAllocationBatch;
import io.gpuaas.api.DismissAllocationFault;
import io.gpuaas.api.ExtendAllocation;
import io.gpuaas.api.ForceReleaseAllocation;
import io.gpuaas.api.UpdateAllocation;
import io.gpuaas.controlplane.platform.NameFilter;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class AllocationsHandler implements AllocationsApi {

    private static final String ALLOCATIONS = "allocations";
    private static final String TIMELINE = "allocation_timeline";

    private final Allocations allocations;
    private final FaultDecisions faults;
    private final AllocationStore store;
    private final AllocationViews views;
    private final Estimates estimates;
    private final TimelineStore timeline;
    private final AllocationFeed feed;
    private final GpuMeasurements measurements;

    AllocationsHandler(
            Allocations allocations,
            FaultDecisions faults,
            AllocationStore store,
            AllocationViews views,
            Estimates estimates,
            TimelineStore timeline,
            AllocationFeed feed,
            GpuMeasurements measurements) {
        this.allocations = allocations;
        this.faults = faults;
        this.store = store;
        this.views = views;
        this.estimates = estimates;
        this.timeline = timeline;
        this.feed = feed;
        this.measurements = measurements;
    }

    @Override
    public Allocation createAllocation(ProjectId project, CreateAllocation command) {
        return views.whole(allocations.create(List.of(command)).getFirst());
    }

    @Override
    public AllocationBatch createAllocationBatch(ProjectId project, CreateAllocationBatch command) {
        return new AllocationBatch(views.whole(allocations.create(command.members())));
    }

    @Override
    public AllocationEstimate estimateAllocation(ProjectId project, String sku, Integer count) {
        return estimates.of(sku, count);
    }

    @Override
    public AllocationPage listAllocations(
            ProjectId project,
            @Nullable AllocationState state,
            @Nullable String label,
            @Nullable String sku,
            @Nullable String name,
            @Nullable String search,
            Integer limit,
            @Nullable String cursor) {
        NameFilter names = new NameFilter(name, search);
        Labels.Wanted wanted = Labels.parse(label);
        return page(
                new AllocationStore.Filter(
                        null, project, state, sku, wanted.key(), wanted.value(), null, false, false, names),
                limit,
                cursor);
    }

    @Override
    public AllocationPage listAllAllocations(
            @Nullable AllocationState state,
            @Nullable String sku,
            @Nullable NodeId node,
            @Nullable Boolean stuck,
            @Nullable Boolean faultReported,
            @Nullable TenantId tenant,
            @Nullable ProjectId project,
            @Nullable String name,
            @Nullable String search,
            Integer limit,
            @Nullable String cursor) {
        NameFilter names = new NameFilter(name, search);
        boolean onlyStuck = Boolean.TRUE.equals(stuck);
        boolean onlyReported = Boolean.TRUE.equals(faultReported);
        return page(
                new AllocationStore.Filter(
                        tenant, project, state, sku, null, null, node, onlyStuck, onlyReported, names),
                limit,
                cursor);
    }

    private AllocationPage page(AllocationStore.Filter filter, int limit, @Nullable String cursor) {
        List<AllocationRecord> rows =
                store.list(filter, PageCursor.decode(ALLOCATIONS, cursor, UUID::fromString), limit + 1);
        return new AllocationPage(
                views.brief(PageCursor.page(rows, limit)),
                PageCursor.next(ALLOCATIONS, rows, limit, AllocationRecord::id));
    }

    @Override
    public Allocation getAllocation(ProjectId project, AllocationId id) {
        return views.whole(allocations.require(project, id));
    }

    @Override
    public Allocation updateAllocation(ProjectId project, AllocationId id, UpdateAllocation command) {
        return views.whole(allocations.update(project, id, command));
    }

    @Override
    public AllocationEventPage listAllocationTimeline(
            ProjectId project, AllocationId id, Integer limit, @Nullable String cursor) {
        allocations.require(project, id);
        Long after = PageCursor.decode(TIMELINE, cursor, Long::parseLong);
        List<AllocationEvent> rows = timeline.list(id, after == null ? 0 : after, limit + 1);
        return new AllocationEventPage(
                PageCursor.page(rows, limit), PageCursor.next(TIMELINE, rows, limit, AllocationEvent::sequence));
    }

    @Override
    public AllocationTelemetry getAllocationTelemetry(
            ProjectId project, AllocationId id, @Nullable Instant from, @Nullable Instant to, Integer stepSeconds) {
        allocations.require(project, id);
        return measurements.read(id, new GpuMeasurements.Asked(from, to, stepSeconds));
    }

    @Override
    public CreateAllocation getAllocationCloneRequest(ProjectId project, AllocationId id) {
        return AllocationViews.cloneRequest(allocations.require(project, id));
    }

    @Override
    public StreamingResponseBody streamAllocationEvents(ProjectId project, @Nullable String after) {
        return feed.open(project, after);
    }

    @Override
    public Allocation releaseAllocation(ProjectId project, AllocationId id) {
        return views.whole(allocations.release(project, id));
    }

    @Override
    public Allocation retryAllocationRelease(ProjectId project, AllocationId id) {
        return views.whole(allocations.retryRelease(project, id));
    }

    @Override
    public Allocation forceReleaseAllocation(AllocationId id, ForceReleaseAllocation command) {
        return views.whole(allocations.forceRelease(id, command.reason()));
    }

    @Override
    public Allocation confirmAllocationFault(AllocationId id, ConfirmAllocationFault command) {
        return views.whole(faults.confirm(id, command.reason(), command.since()));
    }

    @Override
    public Allocation dismissAllocationFault(AllocationId id, DismissAllocationFault command) {
        return views.whole(faults.dismiss(id, command.reason()));
    }

    @Override
    public Allocation extendAllocation(ProjectId project, AllocationId id, ExtendAllocation command) {
        return views.whole(allocations.extend(project, id, Duration.ofSeconds(command.seconds())));
    }

    @Override
    public Allocation protectAllocation(ProjectId project, AllocationId id) {
        return views.whole(allocations.protect(project, id, true));
    }

    @Override
    public Allocation unprotectAllocation(ProjectId project, AllocationId id) {
        return views.whole(allocations.protect(project, id, false));
    }
}
