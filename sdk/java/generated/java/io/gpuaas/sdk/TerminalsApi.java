// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;

/** Shells in allocations, from the browser or the command line, and file transfers. */
public final class TerminalsApi {

    private final Transport transport;

    TerminalsApi(Transport transport) {
        this.transport = transport;
    }

    /** Get another token for your own terminal. */
    public TerminalAccess attachTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId) {
        return attachTerminal(projectId, allocationId, terminalId, IdempotencyKey.random());
    }

    /** Get another token for your own terminal, under a key you chose: the same key again answers the same and does nothing more. */
    public TerminalAccess attachTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/attach")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("terminal_id", terminalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, TerminalAccess.class);
    }

    /** Close a terminal and end its processes. */
    public Terminal closeTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId) {
        return closeTerminal(projectId, allocationId, terminalId, IdempotencyKey.random());
    }

    /** Close a terminal and end its processes, under a key you chose: the same key again answers the same and does nothing more. */
    public Terminal closeTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/close")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("terminal_id", terminalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Terminal.class);
    }

    /** Get a token to watch another user's terminal. */
    public TerminalAccess joinTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId) {
        return joinTerminal(projectId, allocationId, terminalId, IdempotencyKey.random());
    }

    /** Get a token to watch another user's terminal, under a key you chose: the same key again answers the same and does nothing more. */
    public TerminalAccess joinTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/join")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("terminal_id", terminalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, TerminalAccess.class);
    }

    /** List an allocation's file transfers, newest first. */
    public FileTransferPage listFileTransfers(ProjectId projectId, AllocationId allocationId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .page(page)
                .accept("application/json");
        return transport.send(call, FileTransferPage.class);
    }

    /** List an allocation's terminals, newest first. */
    public TerminalPage listTerminals(ProjectId projectId, AllocationId allocationId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .page(page)
                .accept("application/json");
        return transport.send(call, TerminalPage.class);
    }

    /** Open a connection to an allocation's SSH server through a gateway. */
    public SshConnectionAccess openSshConnection(ProjectId projectId, AllocationId allocationId) {
        return openSshConnection(projectId, allocationId, IdempotencyKey.random());
    }

    /** Open a connection to an allocation's SSH server through a gateway, under a key you chose: the same key again answers the same and does nothing more. */
    public SshConnectionAccess openSshConnection(ProjectId projectId, AllocationId allocationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/ssh-connections")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, SshConnectionAccess.class);
    }

    /** Open a terminal in an allocation. */
    public TerminalAccess openTerminal(ProjectId projectId, AllocationId allocationId) {
        return openTerminal(projectId, allocationId, IdempotencyKey.random());
    }

    /** Open a terminal in an allocation, under a key you chose: the same key again answers the same and does nothing more. */
    public TerminalAccess openTerminal(ProjectId projectId, AllocationId allocationId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, TerminalAccess.class);
    }

    /** Start a file upload to, or download from, an allocation. */
    public FileTransferAccess startFileTransfer(ProjectId projectId, AllocationId allocationId, StartFileTransfer startFileTransfer) {
        return startFileTransfer(projectId, allocationId, startFileTransfer, IdempotencyKey.random());
    }

    /** Start a file upload to, or download from, an allocation, under a key you chose: the same key again answers the same and does nothing more. */
    public FileTransferAccess startFileTransfer(ProjectId projectId, AllocationId allocationId, StartFileTransfer startFileTransfer, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/file-transfers")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .idempotencyKey(idempotencyKey)
                .body(startFileTransfer)
                .accept("application/json");
        return transport.send(call, FileTransferAccess.class);
    }

    /** Get a token to type in another user's terminal. */
    public TerminalAccess takeOverTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId) {
        return takeOverTerminal(projectId, allocationId, terminalId, IdempotencyKey.random());
    }

    /** Get a token to type in another user's terminal, under a key you chose: the same key again answers the same and does nothing more. */
    public TerminalAccess takeOverTerminal(ProjectId projectId, AllocationId allocationId, TerminalId terminalId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/projects/{project_id}/allocations/{allocation_id}/terminals/{terminal_id}/take-over")
                .path("project_id", projectId)
                .path("allocation_id", allocationId)
                .path("terminal_id", terminalId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, TerminalAccess.class);
    }
}
