// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.ProjectId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Programs run in allocations without a terminal, and their output. */
public interface CommandsApi {

    /** Get another token for your own command. */
    @ContractOperation(
            id = "attachCommand",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "command.attach",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/attach", produces = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    CommandAccess attachCommand(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("command_id") CommandId commandId);

    /** End a command. */
    @ContractOperation(
            id = "cancelCommand",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "command.cancel")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/cancel", produces = "application/json")
    Command cancelCommand(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("command_id") CommandId commandId);

    /** Get a command. */
    @ContractOperation(
            id = "getCommand",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}", produces = "application/json")
    Command getCommand(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("command_id") CommandId commandId);

    /** List an allocation's commands, newest first. */
    @ContractOperation(
            id = "listCommands",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands", produces = "application/json")
    CommandPage listCommands(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Read the stored output of a command. */
    @ContractOperation(
            id = "readCommandOutput",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands/{command_id}/output", produces = "application/octet-stream")
    StreamingResponseBody readCommandOutput(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("command_id") CommandId commandId,
            @RequestParam(name = "stream", required = false) @Nullable CommandOutput stream,
            @RequestParam(name = "offset", required = false) @Min(0) @Nullable Long offset);

    /** Run a program in an allocation. */
    @ContractOperation(
            id = "startCommand",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "command.start",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/commands", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    CommandAccess startCommand(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @Valid @RequestBody StartCommand startCommand);
}
