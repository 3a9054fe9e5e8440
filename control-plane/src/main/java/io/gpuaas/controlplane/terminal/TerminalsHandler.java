package io.gpuaas.controlplane.terminal;

import io.gpuaas.api.Terminal;
import io.gpuaas.api.TerminalAccess;
import io.gpuaas.api.TerminalPage;
import io.gpuaas.api.TerminalsApi;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.platform.PageCursor;
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

    private final Terminals terminals;
    private final TerminalStore store;
    private final AllocationLogins logins;

    TerminalsHandler(Terminals terminals, TerminalStore store, AllocationLogins logins) {
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
                PageCursor.page(rows, limit).stream().map(terminals::view).toList(),
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
    public Terminal closeTerminal(ProjectId project, AllocationId allocation, TerminalId terminal) {
        return terminals.close(project, allocation, terminal);
    }
}
