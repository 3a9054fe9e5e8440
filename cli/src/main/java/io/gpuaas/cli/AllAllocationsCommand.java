package io.gpuaas.cli;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.AllocationsApi.ListAllAllocationsFilter;
import io.gpuaas.sdk.ForceReleaseAllocation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "all",
        description = "Operates the allocations of all tenants.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas allocations all list --stuck",
            "  gpuaas allocations all list --tenant 0198c0de-0000-7000-8000-000000000001 --state active",
            "  gpuaas allocations all force-release 0198c0de-0000-7000-8000-000000000009 --reason \"node burnt\"",
        })
final class AllAllocationsCommand {

    private final Session session;

    AllAllocationsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists allocations of all tenants, newest first.")
    void list(
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Only of this tenant.") @Nullable TenantId tenantId,
            @Option(names = "--project", paramLabel = "PROJECT", description = "Only of this project.") @Nullable ProjectId projectId,
            @Option(names = "--state", paramLabel = "STATE", description = "Only those in this state, as active.")
                    @Nullable String state,
            @Option(names = "--sku", paramLabel = "SKU", description = "Only of this SKU.") @Nullable String sku,
            @Option(names = "--node", paramLabel = "NODE", description = "Only on this node.") @Nullable NodeId nodeId,
            @Option(names = "--stuck", description = "Only those whose phase takes longer than it may.") boolean stuck,
            @Option(names = "--search", paramLabel = "TEXT", description = "Only those whose name or id begins so.")
                    @Nullable String search,
            @Mixin Paging paging) {
        ListAllAllocationsFilter filter = ListAllAllocationsFilter.none();
        filter = tenantId == null ? filter : filter.tenantId(tenantId);
        filter = projectId == null ? filter : filter.projectId(projectId);
        filter = state == null
                ? filter
                : filter.state(Words.choose(AllocationState.values(), AllocationState::wire, state));
        filter = sku == null ? filter : filter.sku(sku);
        filter = nodeId == null ? filter : filter.nodeId(nodeId);
        filter = search == null ? filter : filter.search(search);
        ListAllAllocationsFilter chosen = stuck ? filter.stuck(true) : filter;
        AllocationsApi api = session.connect().allocations();
        paging.print(session.output(), page -> api.listAllAllocations(chosen, page), AllocationsCommand.COLUMNS);
    }

    @Command(
            name = "force-release",
            mixinStandardHelpOptions = true,
            description = "Takes an allocation back, protected or not.")
    void forceRelease(
            @Parameters(paramLabel = "ALLOCATION", description = AllocationsCommand.ID) AllocationId id,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; it is kept.")
                    String reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Take allocation " + id + " from its project?");
        session.output()
                .one(session.connect()
                        .allocations()
                        .forceReleaseAllocation(id, new ForceReleaseAllocation(reason), once.key()));
    }
}
