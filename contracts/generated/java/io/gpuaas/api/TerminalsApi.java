// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
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

/** Shells in allocations, from the browser or the command line, and file transfers. */
public interface TerminalsApi {

    /** Get another token for your own terminal. */
    @ContractOperation(
            id = "attachTerminal",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.TERMINAL,
            idempotency = Idempotency.REQUIRED,
            audit = "terminal.attach",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/attach", produces = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    TerminalAccess attachTerminal(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("terminal_id") TerminalId terminalId);

    /** Close a terminal and end its processes. */
    @ContractOperation(
            id = "closeTerminal",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.REQUIRED,
            audit = "terminal.close")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/close", produces = "application/json")
    Terminal closeTerminal(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("terminal_id") TerminalId terminalId);

    /** Get a token to watch another user's terminal. */
    @ContractOperation(
            id = "joinTerminal",
            permission = "terminals.join",
            scope = Scope.PROJECT,
            lane = Lane.TERMINAL,
            idempotency = Idempotency.REQUIRED,
            audit = "terminal.join",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/join", produces = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    TerminalAccess joinTerminal(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("terminal_id") TerminalId terminalId);

    /** List an allocation's file transfers, newest first. */
    @ContractOperation(
            id = "listFileTransfers",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers", produces = "application/json")
    FileTransferPage listFileTransfers(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List an allocation's terminals, newest first. */
    @ContractOperation(
            id = "listTerminals",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", produces = "application/json")
    TerminalPage listTerminals(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Open a connection to an allocation's SSH server through a gateway. */
    @ContractOperation(
            id = "openSshConnection",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.TERMINAL,
            idempotency = Idempotency.REQUIRED,
            audit = "ssh_connection.open",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/ssh-connections", produces = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    SshConnectionAccess openSshConnection(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Open a terminal in an allocation. */
    @ContractOperation(
            id = "openTerminal",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.TERMINAL,
            idempotency = Idempotency.REQUIRED,
            audit = "terminal.open",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals", produces = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    TerminalAccess openTerminal(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId);

    /** Start a file upload to, or download from, an allocation. */
    @ContractOperation(
            id = "startFileTransfer",
            permission = "terminals.open",
            scope = Scope.PROJECT,
            lane = Lane.TERMINAL,
            idempotency = Idempotency.REQUIRED,
            audit = "file_transfer.start",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    FileTransferAccess startFileTransfer(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @Valid @RequestBody StartFileTransfer startFileTransfer);

    /** Get a token to type in another user's terminal. */
    @ContractOperation(
            id = "takeOverTerminal",
            permission = "terminals.take_over",
            scope = Scope.PROJECT,
            lane = Lane.TERMINAL,
            idempotency = Idempotency.REQUIRED,
            audit = "terminal.take_over",
            refusedWhenSuspended = true)
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/take-over", produces = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    TerminalAccess takeOverTerminal(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("allocation_id") AllocationId allocationId,
            @PathVariable("terminal_id") TerminalId terminalId);
}
