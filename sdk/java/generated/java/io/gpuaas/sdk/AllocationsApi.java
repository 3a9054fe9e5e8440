// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The capacity a project holds: from asking for it to giving it back. */
public final class AllocationsApi {

    private final Transport transport;

    AllocationsApi(Transport transport) {
        this.transport = transport;
    }

    /** Confirm a fault that only a tenant reported. */
    public Allocation confirmAllocationFault(AllocationId allocationId, ConfirmAllocationFault confirmAllocationFault) {
        return confirmAllocationFault(allocationId, confirmAllocationFault, IdempotencyKey.random());
    }

    /** Confirm a fault that only a tenant reported, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation confirmAllocationFault(AllocationId allocationId, ConfirmAllocationFault confirmAllocationFault, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/allocations/{allocation_id}/confirm-fault")
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(confirmAllocationFault)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Ask for capacity. */
    public Allocation createAllocation(ProjectId projectId, CreateAllocation createAllocation) {
        return createAllocation(projectId, createAllocation, IdempotencyKey.random());
    }

    /** Ask for capacity, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation createAllocation(ProjectId projectId, CreateAllocation createAllocation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Ask for several allocations that are all placed, or none. */
    public AllocationBatch createAllocationBatch(ProjectId projectId, CreateAllocationBatch createAllocationBatch) {
        return createAllocationBatch(projectId, createAllocationBatch, IdempotencyKey.random());
    }

    /** Ask for several allocations that are all placed, or none, under a key you chose: the same key again answers the same and does nothing more. */
    public AllocationBatch createAllocationBatch(ProjectId projectId, CreateAllocationBatch createAllocationBatch, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocation-batches")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createAllocationBatch)
                .accept("application/json");
        return transport.send(call, AllocationBatch.class);
    }

    /** Dismiss a fault that only a tenant reported. */
    public Allocation dismissAllocationFault(AllocationId allocationId, DismissAllocationFault dismissAllocationFault) {
        return dismissAllocationFault(allocationId, dismissAllocationFault, IdempotencyKey.random());
    }

    /** Dismiss a fault that only a tenant reported, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation dismissAllocationFault(AllocationId allocationId, DismissAllocationFault dismissAllocationFault, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/allocations/{allocation_id}/dismiss-fault")
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(dismissAllocationFault)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Tell what an allocation would cost an hour, and whether it could be had now. */
    public AllocationEstimate estimateAllocation(ProjectId projectId, String sku, Integer count) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocation-estimate")
                .path("project_id", projectId)
                .query("sku", sku)
                .query("count", count)
                .accept("application/json");
        return transport.send(call, AllocationEstimate.class);
    }

    /** Move the end of an allocation that has one. */
    public Allocation extendAllocation(ProjectId projectId, AllocationId allocationId, ExtendAllocation extendAllocation) {
        return extendAllocation(projectId, allocationId, extendAllocation, IdempotencyKey.random());
    }

    /** Move the end of an allocation that has one, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation extendAllocation(ProjectId projectId, AllocationId allocationId, ExtendAllocation extendAllocation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/extend")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(extendAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Take an allocation back, protected or not. */
    public Allocation forceReleaseAllocation(AllocationId allocationId, ForceReleaseAllocation forceReleaseAllocation) {
        return forceReleaseAllocation(allocationId, forceReleaseAllocation, IdempotencyKey.random());
    }

    /** Take an allocation back, protected or not, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation forceReleaseAllocation(AllocationId allocationId, ForceReleaseAllocation forceReleaseAllocation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/allocations/{allocation_id}/force-release")
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(forceReleaseAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Show an allocation with its progress, its node and how to reach it. */
    public Allocation getAllocation(ProjectId projectId, AllocationId allocationId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Show the request that would create another allocation like this one. */
    public CreateAllocation getAllocationCloneRequest(ProjectId projectId, AllocationId allocationId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/clone-request")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .accept("application/json");
        return transport.send(call, CreateAllocation.class);
    }

    /** Show how the GPUs of an allocation fared while it held them. */
    public AllocationTelemetry getAllocationTelemetry(ProjectId projectId, AllocationId allocationId, GetAllocationTelemetryFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/telemetry")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, AllocationTelemetry.class);
    }

    /** List allocations of all tenants. */
    public AllocationPage listAllAllocations(ListAllAllocationsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/allocations")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AllocationPage.class);
    }

    /** List everything that happened to an allocation. */
    public AllocationEventPage listAllocationTimeline(ProjectId projectId, AllocationId allocationId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/timeline")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .page(page)
                .accept("application/json");
        return transport.send(call, AllocationEventPage.class);
    }

    /** List what a project holds and held. */
    public AllocationPage listAllocations(ProjectId projectId, ListAllocationsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations")
                .path("project_id", projectId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AllocationPage.class);
    }

    /** Keep an allocation from being released by mistake. */
    public Allocation protectAllocation(ProjectId projectId, AllocationId allocationId) {
        return protectAllocation(projectId, allocationId, IdempotencyKey.random());
    }

    /** Keep an allocation from being released by mistake, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Allocation protectAllocation(ProjectId projectId, AllocationId allocationId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/protect")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Give an allocation back, or take a waiting one out of the queue. */
    public Allocation releaseAllocation(ProjectId projectId, AllocationId allocationId) {
        return releaseAllocation(projectId, allocationId, IdempotencyKey.random());
    }

    /** Give an allocation back, or take a waiting one out of the queue, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation releaseAllocation(ProjectId projectId, AllocationId allocationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/release")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Try a release that failed once more. */
    public Allocation retryAllocationRelease(ProjectId projectId, AllocationId allocationId) {
        return retryAllocationRelease(projectId, allocationId, IdempotencyKey.random());
    }

    /** Try a release that failed once more, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation retryAllocationRelease(ProjectId projectId, AllocationId allocationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/retry-release")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Follow what happens to a project's allocations, as server-sent events. */
    public InputStream streamAllocationEvents(ProjectId projectId, StreamAllocationEventsFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocation-events")
                .path("project_id", projectId)
                .query(filter.parameters())
                .accept("text/event-stream");
        return transport.stream(call);
    }

    /** Let an allocation be released again. */
    public Allocation unprotectAllocation(ProjectId projectId, AllocationId allocationId) {
        return unprotectAllocation(projectId, allocationId, IdempotencyKey.random());
    }

    /** Let an allocation be released again, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Allocation unprotectAllocation(ProjectId projectId, AllocationId allocationId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/unprotect")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Give an allocation another name or other labels. */
    public Allocation updateAllocation(ProjectId projectId, AllocationId allocationId, UpdateAllocation updateAllocation) {
        return updateAllocation(projectId, allocationId, updateAllocation, IdempotencyKey.random());
    }

    /** Give an allocation another name or other labels, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Allocation updateAllocation(ProjectId projectId, AllocationId allocationId, UpdateAllocation updateAllocation, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/allocations/{allocation_id}")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(updateAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** What to narrow {@code getAllocationTelemetry} to. */
    public record GetAllocationTelemetryFilter(Map<String, String> parameters) {

        public GetAllocationTelemetryFilter {
            parameters = Map.copyOf(parameters);
        }

        public static GetAllocationTelemetryFilter none() {
            return new GetAllocationTelemetryFilter(Map.of());
        }

        public GetAllocationTelemetryFilter from(Instant from) {
            return new GetAllocationTelemetryFilter(Parameters.with(parameters, "from", from));
        }

        public GetAllocationTelemetryFilter to(Instant to) {
            return new GetAllocationTelemetryFilter(Parameters.with(parameters, "to", to));
        }

        public GetAllocationTelemetryFilter stepSeconds(Integer stepSeconds) {
            return new GetAllocationTelemetryFilter(Parameters.with(parameters, "step_seconds", stepSeconds));
        }
    }

    /** What to narrow {@code listAllAllocations} to. */
    public record ListAllAllocationsFilter(Map<String, String> parameters) {

        public ListAllAllocationsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListAllAllocationsFilter none() {
            return new ListAllAllocationsFilter(Map.of());
        }

        public ListAllAllocationsFilter state(AllocationState state) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "state", state));
        }

        public ListAllAllocationsFilter sku(String sku) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "sku", sku));
        }

        public ListAllAllocationsFilter nodeId(NodeId nodeId) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "node_id", nodeId));
        }

        public ListAllAllocationsFilter stuck(Boolean stuck) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "stuck", stuck));
        }

        public ListAllAllocationsFilter faultReported(Boolean faultReported) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "fault_reported", faultReported));
        }

        public ListAllAllocationsFilter tenantId(TenantId tenantId) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "tenant_id", tenantId));
        }

        public ListAllAllocationsFilter projectId(ProjectId projectId) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "project_id", projectId));
        }

        public ListAllAllocationsFilter name(String name) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "name", name));
        }

        public ListAllAllocationsFilter search(String search) {
            return new ListAllAllocationsFilter(Parameters.with(parameters, "search", search));
        }
    }

    /** What to narrow {@code listAllocations} to. */
    public record ListAllocationsFilter(Map<String, String> parameters) {

        public ListAllocationsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListAllocationsFilter none() {
            return new ListAllocationsFilter(Map.of());
        }

        public ListAllocationsFilter state(AllocationState state) {
            return new ListAllocationsFilter(Parameters.with(parameters, "state", state));
        }

        public ListAllocationsFilter label(String label) {
            return new ListAllocationsFilter(Parameters.with(parameters, "label", label));
        }

        public ListAllocationsFilter sku(String sku) {
            return new ListAllocationsFilter(Parameters.with(parameters, "sku", sku));
        }

        public ListAllocationsFilter name(String name) {
            return new ListAllocationsFilter(Parameters.with(parameters, "name", name));
        }

        public ListAllocationsFilter search(String search) {
            return new ListAllocationsFilter(Parameters.with(parameters, "search", search));
        }
    }

    /** What to narrow {@code streamAllocationEvents} to. */
    public record StreamAllocationEventsFilter(Map<String, String> parameters) {

        public StreamAllocationEventsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static StreamAllocationEventsFilter none() {
            return new StreamAllocationEventsFilter(Map.of());
        }

        public StreamAllocationEventsFilter after(String after) {
            return new StreamAllocationEventsFilter(Parameters.with(parameters, "after", after));
        }
    }
}
