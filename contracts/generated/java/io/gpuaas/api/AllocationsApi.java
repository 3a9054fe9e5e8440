// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** GPU capacity held by a project, from request to release. */
public interface AllocationsApi {

    /** Confirm a fault reported by a tenant. */
    @ContractOperation(
            id = "confirmAllocationFault",
            permission = "allocations.decide_faults",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.confirm_fault")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/allocations/{allocation_id}/confirm-fault", produces = "application/json", consumes = "application/json")
    Allocation confirmAllocationFault(
            @PathVariable("allocation_id") AllocationId allocationId,
            @Valid @RequestBody ConfirmAllocationFault confirmAllocationFault);

    /** Create an allocation. */
    @ContractOperation(
            id = "createAllocation",
            permission = "allocations.create",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.create",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Allocation createAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody CreateAllocation createAllocation);

    /** Create several allocations, all or none. */
    @ContractOperation(
            id = "createAllocationBatch",
            permission = "allocations.create",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.create_batch",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocation-batches", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    AllocationBatch createAllocationBatch(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody CreateAllocationBatch createAllocationBatch);

    /** Dismiss a fault reported by a tenant. */
    @ContractOperation(
            id = "dismissAllocationFault",
            permission = "allocations.decide_faults",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.dismiss_fault")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/allocations/{allocation_id}/dismiss-fault", produces = "application/json", consumes = "application/json")
    Allocation dismissAllocationFault(
            @PathVariable("allocation_id") AllocationId allocationId,
            @Valid @RequestBody DismissAllocationFault dismissAllocationFault);

    /** Estimate an allocation's hourly cost and availability. */
    @ContractOperation(
            id = "estimateAllocation",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocation-estimate", produces = "application/json")
    AllocationEstimate estimateAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "sku") @Size(min = 1, max = 100) String sku,
            @RequestParam(name = "count") @Min(1) @Max(1024) Integer count);

    /** Extend an allocation's time limit. */
    @ContractOperation(
            id = "extendAllocation",
            permission = "allocations.create",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.extend",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/extend", produces = "application/json", consumes = "application/json")
    Allocation extendAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @Valid @RequestBody ExtendAllocation extendAllocation);

    /** Release an allocation even if it is protected. */
    @ContractOperation(
            id = "forceReleaseAllocation",
            permission = "allocations.force_release",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.force_release")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/allocations/{allocation_id}/force-release", produces = "application/json", consumes = "application/json")
    Allocation forceReleaseAllocation(
            @PathVariable("allocation_id") AllocationId allocationId,
            @Valid @RequestBody ForceReleaseAllocation forceReleaseAllocation);

    /** Get an allocation. */
    @ContractOperation(
            id = "getAllocation",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}", produces = "application/json")
    Allocation getAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Get a request that creates a copy of an allocation. */
    @ContractOperation(
            id = "getAllocationCloneRequest",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/clone-request", produces = "application/json")
    CreateAllocation getAllocationCloneRequest(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Get a project's default limits for new allocations. */
    @ContractOperation(
            id = "getAllocationDefaults",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocation-defaults", produces = "application/json")
    AllocationDefaults getAllocationDefaults(
            @PathVariable("project_id") ProjectId projectId);

    /** Get telemetry for an allocation's GPUs. */
    @ContractOperation(
            id = "getAllocationTelemetry",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/telemetry", produces = "application/json")
    AllocationTelemetry getAllocationTelemetry(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to,
            @RequestParam(name = "step_seconds", defaultValue = "60") @Min(10) @Max(86400) Integer stepSeconds);

    /** List allocations across all tenants. */
    @ContractOperation(
            id = "listAllAllocations",
            permission = "allocations.operate",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/allocations", produces = "application/json")
    AllocationPage listAllAllocations(
            @RequestParam(name = "state", required = false) @Nullable AllocationState state,
            @RequestParam(name = "sku", required = false) @Size(max = 100) @Nullable String sku,
            @RequestParam(name = "node_id", required = false) @Nullable NodeId nodeId,
            @RequestParam(name = "stuck", required = false) @Nullable Boolean stuck,
            @RequestParam(name = "fault_reported", required = false) @Nullable Boolean faultReported,
            @RequestParam(name = "tenant_id", required = false) @Nullable TenantId tenantId,
            @RequestParam(name = "project_id", required = false) @Nullable ProjectId projectId,
            @RequestParam(name = "name", required = false) @Size(min = 1, max = 253) @Nullable String name,
            @RequestParam(name = "search", required = false) @Size(min = 1, max = 253) @Nullable String search,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List an allocation's events. */
    @ContractOperation(
            id = "listAllocationTimeline",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/timeline", produces = "application/json")
    AllocationEventPage listAllocationTimeline(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a project's allocations. */
    @ContractOperation(
            id = "listAllocations",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations", produces = "application/json")
    AllocationPage listAllocations(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "state", required = false) @Nullable AllocationState state,
            @RequestParam(name = "label", required = false) @Size(max = 130) @Nullable String label,
            @RequestParam(name = "sku", required = false) @Size(max = 100) @Nullable String sku,
            @RequestParam(name = "name", required = false) @Size(min = 1, max = 253) @Nullable String name,
            @RequestParam(name = "search", required = false) @Size(min = 1, max = 253) @Nullable String search,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Protect an allocation from accidental release. */
    @ContractOperation(
            id = "protectAllocation",
            permission = "allocations.release",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "allocation.protect",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/protect", produces = "application/json")
    Allocation protectAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Release an allocation, or remove it from the queue. */
    @ContractOperation(
            id = "releaseAllocation",
            permission = "allocations.release",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.release")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/release", produces = "application/json")
    Allocation releaseAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Retry a failed release. */
    @ContractOperation(
            id = "retryAllocationRelease",
            permission = "allocations.release",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.retry_release")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/retry-release", produces = "application/json")
    Allocation retryAllocationRelease(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Set a project's default limits for new allocations. */
    @ContractOperation(
            id = "setAllocationDefaults",
            permission = "projects.update",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "allocation_defaults.set",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/allocation-defaults", produces = "application/json", consumes = "application/json")
    AllocationDefaults setAllocationDefaults(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody SetAllocationDefaults setAllocationDefaults);

    /** Postpone an allocation's automatic release. */
    @ContractOperation(
            id = "snoozeAllocation",
            permission = "allocations.create",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "allocation.snooze",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/snooze", produces = "application/json")
    Allocation snoozeAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Stream the events of a project's allocations. */
    @ContractOperation(
            id = "streamAllocationEvents",
            permission = "allocations.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocation-events", produces = "text/event-stream")
    StreamingResponseBody streamAllocationEvents(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "after", required = false) @Size(max = 60) @Nullable String after);

    /** Remove an allocation's release protection. */
    @ContractOperation(
            id = "unprotectAllocation",
            permission = "allocations.release",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "allocation.unprotect")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/unprotect", produces = "application/json")
    Allocation unprotectAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Update an allocation's name, labels or limits. */
    @ContractOperation(
            id = "updateAllocation",
            permission = "allocations.create",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "allocation.update",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}", produces = "application/json", consumes = "application/json")
    Allocation updateAllocation(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @Valid @RequestBody UpdateAllocation updateAllocation);
}
