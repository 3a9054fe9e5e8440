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

/** GPU capacity held by a project, from request to release. */
public final class AllocationsApi {

    private final Transport transport;

    AllocationsApi(Transport transport) {
        this.transport = transport;
    }

    /** Confirm a fault reported by a tenant. */
    public Allocation confirmAllocationFault(AllocationId allocationId, ConfirmAllocationFault confirmAllocationFault) {
        return confirmAllocationFault(allocationId, confirmAllocationFault, IdempotencyKey.random());
    }

    /** Confirm a fault reported by a tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation confirmAllocationFault(AllocationId allocationId, ConfirmAllocationFault confirmAllocationFault, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/allocations/{allocation_id}/confirm-fault")
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(confirmAllocationFault)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Create an allocation. */
    public Allocation createAllocation(ProjectId projectId, CreateAllocation createAllocation) {
        return createAllocation(projectId, createAllocation, IdempotencyKey.random());
    }

    /** Create an allocation, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation createAllocation(ProjectId projectId, CreateAllocation createAllocation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Create several allocations, all or none. */
    public AllocationBatch createAllocationBatch(ProjectId projectId, CreateAllocationBatch createAllocationBatch) {
        return createAllocationBatch(projectId, createAllocationBatch, IdempotencyKey.random());
    }

    /** Create several allocations, all or none, under a key you chose: the same key again answers the same and does nothing more. */
    public AllocationBatch createAllocationBatch(ProjectId projectId, CreateAllocationBatch createAllocationBatch, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocation-batches")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(createAllocationBatch)
                .accept("application/json");
        return transport.send(call, AllocationBatch.class);
    }

    /** Dismiss a fault reported by a tenant. */
    public Allocation dismissAllocationFault(AllocationId allocationId, DismissAllocationFault dismissAllocationFault) {
        return dismissAllocationFault(allocationId, dismissAllocationFault, IdempotencyKey.random());
    }

    /** Dismiss a fault reported by a tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation dismissAllocationFault(AllocationId allocationId, DismissAllocationFault dismissAllocationFault, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/allocations/{allocation_id}/dismiss-fault")
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(dismissAllocationFault)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Estimate an allocation's hourly cost and availability. */
    public AllocationEstimate estimateAllocation(ProjectId projectId, String sku, Integer count) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocation-estimate")
                .path("project_id", projectId)
                .query("sku", sku)
                .query("count", count)
                .accept("application/json");
        return transport.send(call, AllocationEstimate.class);
    }

    /** Extend an allocation's time limit. */
    public Allocation extendAllocation(ProjectId projectId, AllocationId allocationId, ExtendAllocation extendAllocation) {
        return extendAllocation(projectId, allocationId, extendAllocation, IdempotencyKey.random());
    }

    /** Extend an allocation's time limit, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation extendAllocation(ProjectId projectId, AllocationId allocationId, ExtendAllocation extendAllocation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/extend")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(extendAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Release an allocation even if it is protected. */
    public Allocation forceReleaseAllocation(AllocationId allocationId, ForceReleaseAllocation forceReleaseAllocation) {
        return forceReleaseAllocation(allocationId, forceReleaseAllocation, IdempotencyKey.random());
    }

    /** Release an allocation even if it is protected, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation forceReleaseAllocation(AllocationId allocationId, ForceReleaseAllocation forceReleaseAllocation, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/allocations/{allocation_id}/force-release")
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(forceReleaseAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Get an allocation. */
    public Allocation getAllocation(ProjectId projectId, AllocationId allocationId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Get a request that creates a copy of an allocation. */
    public CreateAllocation getAllocationCloneRequest(ProjectId projectId, AllocationId allocationId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/clone-request")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .accept("application/json");
        return transport.send(call, CreateAllocation.class);
    }

    /** Get a project's default limits for new allocations. */
    public AllocationDefaults getAllocationDefaults(ProjectId projectId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocation-defaults")
                .path("project_id", projectId)
                .accept("application/json");
        return transport.send(call, AllocationDefaults.class);
    }

    /** Get telemetry for an allocation's GPUs. */
    public AllocationTelemetry getAllocationTelemetry(ProjectId projectId, AllocationId allocationId, GetAllocationTelemetryFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/telemetry")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, AllocationTelemetry.class);
    }

    /** List allocations across all tenants. */
    public AllocationPage listAllAllocations(ListAllAllocationsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/allocations")
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AllocationPage.class);
    }

    /** List an allocation's events. */
    public AllocationEventPage listAllocationTimeline(ProjectId projectId, AllocationId allocationId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/timeline")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .page(page)
                .accept("application/json");
        return transport.send(call, AllocationEventPage.class);
    }

    /** List a project's allocations. */
    public AllocationPage listAllocations(ProjectId projectId, ListAllocationsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations")
                .path("project_id", projectId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, AllocationPage.class);
    }

    /** Protect an allocation from accidental release. */
    public Allocation protectAllocation(ProjectId projectId, AllocationId allocationId) {
        return protectAllocation(projectId, allocationId, IdempotencyKey.random());
    }

    /** Protect an allocation from accidental release, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Allocation protectAllocation(ProjectId projectId, AllocationId allocationId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/protect")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Release an allocation, or remove it from the queue. */
    public Allocation releaseAllocation(ProjectId projectId, AllocationId allocationId) {
        return releaseAllocation(projectId, allocationId, IdempotencyKey.random());
    }

    /** Release an allocation, or remove it from the queue, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation releaseAllocation(ProjectId projectId, AllocationId allocationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/release")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Retry a failed release. */
    public Allocation retryAllocationRelease(ProjectId projectId, AllocationId allocationId) {
        return retryAllocationRelease(projectId, allocationId, IdempotencyKey.random());
    }

    /** Retry a failed release, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation retryAllocationRelease(ProjectId projectId, AllocationId allocationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/retry-release")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Set a project's default limits for new allocations. */
    public AllocationDefaults setAllocationDefaults(ProjectId projectId, SetAllocationDefaults setAllocationDefaults) {
        return setAllocationDefaults(projectId, setAllocationDefaults, IdempotencyKey.random());
    }

    /** Set a project's default limits for new allocations, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AllocationDefaults setAllocationDefaults(ProjectId projectId, SetAllocationDefaults setAllocationDefaults, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/allocation-defaults")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(setAllocationDefaults)
                .accept("application/json");
        return transport.send(call, AllocationDefaults.class);
    }

    /** Postpone an allocation's automatic release. */
    public Allocation snoozeAllocation(ProjectId projectId, AllocationId allocationId) {
        return snoozeAllocation(projectId, allocationId, IdempotencyKey.random());
    }

    /** Postpone an allocation's automatic release, under a key you chose: the same key again answers the same and does nothing more. */
    public Allocation snoozeAllocation(ProjectId projectId, AllocationId allocationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/snooze")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Stream the events of a project's allocations. */
    public InputStream streamAllocationEvents(ProjectId projectId, StreamAllocationEventsFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocation-events")
                .path("project_id", projectId)
                .query(filter.parameters())
                .accept("text/event-stream");
        return transport.stream(call);
    }

    /** Remove an allocation's release protection. */
    public Allocation unprotectAllocation(ProjectId projectId, AllocationId allocationId) {
        return unprotectAllocation(projectId, allocationId, IdempotencyKey.random());
    }

    /** Remove an allocation's release protection, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Allocation unprotectAllocation(ProjectId projectId, AllocationId allocationId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/unprotect")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Update an allocation's name, labels or limits. */
    public Allocation updateAllocation(ProjectId projectId, AllocationId allocationId, UpdateAllocation updateAllocation) {
        return updateAllocation(projectId, allocationId, updateAllocation, IdempotencyKey.random());
    }

    /** Update an allocation's name, labels or limits, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Allocation updateAllocation(ProjectId projectId, AllocationId allocationId, UpdateAllocation updateAllocation, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/allocations/{allocation_id}")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(updateAllocation)
                .accept("application/json");
        return transport.send(call, Allocation.class);
    }

    /** Filters of {@code getAllocationTelemetry}. */
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

    /** Filters of {@code listAllAllocations}. */
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

    /** Filters of {@code listAllocations}. */
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

    /** Filters of {@code streamAllocationEvents}. */
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
