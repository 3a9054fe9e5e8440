package io.gpuaas.controlplane.terminal;

import io.gpuaas.api.FileTransferAccess;
import io.gpuaas.api.FileTransferPage;
import io.gpuaas.api.SshConnectionAccess;
import io.gpuaas.api.StartFileTransfer;
import io.gpuaas.api.Terminal;
import io.gpuaas.api.TerminalAccess;
import io.gpuaas.api.TerminalPage;
import io.gpuaas.api.TerminalsApi;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.terminal.FileTransferStore.FileTransferRecord;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TerminalsHandler implements TerminalsApi {

    private static final String LISTING = "terminals";
    private static final String FILES = "file-transfers";

    private final Terminals terminals;
    private final TerminalStore store;
    private final AllocationLogins logins;
    private final FileTransfers files;
    private final FileTransferStore fileStore;
    private final SshConnections ssh;

    TerminalsHandler(
            Terminals terminals,
            TerminalStore store,
            AllocationLogins logins,
            FileTransfers files,
            FileTransferStore fileStore,
            SshConnections ssh) {
        this.files = files;
        this.fileStore = fileStore;
        this.ssh = ssh;
        this.terminals = terminals;
        this.store = store;
        this.logins = logins;
    }

    @Override
    public TerminalPage listTerminals(
            ProjectId project, AllocationId allocation, Integer limit, @Nullable String cursor) {
        if (!logins.exists(project, allocation)) {
            throw TerminalErrors.noSuchAllocation();
        }
        List<TerminalRecord> rows =
                store.list(allocation, PageCursor.decode(LISTING, cursor, UUID::fromString), limit + 1);
        return new TerminalPage(
                terminals.view(PageCursor.page(rows, limit)),
                PageCursor.next(LISTING, rows, limit, TerminalRecord::id));
    }

    @Override
    public TerminalAccess openTerminal(ProjectId project, AllocationId allocation) {
        return terminals.open(project, allocation);
    }

    @Override
    public TerminalAccess attachTerminal(ProjectId project, AllocationId allocation, TerminalId terminal) {
        return terminals.attach(project, allocation, terminal);
    }

    @Override
    public TerminalAccess joinTerminal(ProjectId project, AllocationId allocation, TerminalId terminal) {
        return terminals.join(project, allocation, terminal, false);
    }

    @Override
    public TerminalAccess takeOverTerminal(ProjectId project, AllocationId allocation, TerminalId terminal) {
        return terminals.join(project, allocation, terminal, true);
    }

    @Override
    public Terminal closeTerminal(ProjectId project, AllocationId allocation, TerminalId terminal) {
        return terminals.close(project, allocation, terminal);
    }

    @Override
    public FileTransferPage listFileTransfers(
            ProjectId project, AllocationId allocation, Integer limit, @Nullable String cursor) {
        if (!logins.exists(project, allocation)) {
            throw TerminalErrors.noSuchAllocation();
        }
        List<FileTransferRecord> rows =
                fileStore.list(allocation, PageCursor.decode(FILES, cursor, UUID::fromString), limit + 1);
        return new FileTransferPage(
                PageCursor.page(rows, limit).stream().map(FileTransfers::view).toList(),
                PageCursor.next(FILES, rows, limit, FileTransferRecord::id));
    }

    @Override
    public FileTransferAccess startFileTransfer(ProjectId project, AllocationId allocation, StartFileTransfer wanted) {
        return files.start(project, allocation, wanted);
    }

    @Override
    public SshConnectionAccess openSshConnection(ProjectId project, AllocationId allocation) {
        return ssh.open(project, allocation);
    }
}
