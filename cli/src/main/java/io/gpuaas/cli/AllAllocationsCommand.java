package io.gpuaas.cli;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.AllocationsApi.ListAllAllocationsFilter;
import io.gpuaas.sdk.ConfirmAllocationFault;
import io.gpuaas.sdk.DismissAllocationFault;
import io.gpuaas.sdk.ForceReleaseAllocation;
import java.time.Instant;
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
            "  gpuaas allocations all list --fault-reported",
            "  gpuaas allocations all confirm-fault 0198c0de-0000-7000-8000-000000000009 --reason \"BMC: no power\"",
            "  gpuaas allocations all dismiss-fault 0198c0de-0000-7000-8000-000000000009 --reason \"BMC: all well\"",
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
            @Option(
                            names = "--fault-reported",
                            description = "Only those with a fault or a charged release that an operator can confirm.")
                    boolean faultReported,
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
        filter = stuck ? filter.stuck(true) : filter;
        ListAllAllocationsFilter chosen = faultReported ? filter.faultReported(true) : filter;
        AllocationsApi api = session.connect().allocations();
        paging.print(session.output(), page -> api.listAllAllocations(chosen, page), AllocationsCommand.COLUMNS);
    }

    @Command(
            name = "confirm-fault",
            mixinStandardHelpOptions = true,
            description = {
                "Confirms a fault that only a tenant reported.",
                "It is not charged since it was reported, and what was charged is given back.",
            })
    void confirmFault(
            @Parameters(paramLabel = "ALLOCATION", description = AllocationsCommand.ID) AllocationId id,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; it is kept.")
                    String reason,
            @Option(
                            names = "--since",
                            paramLabel = "TIME",
                            description = "Not charged since then (default: since it was reported).")
                    @Nullable Instant since,
            @Mixin Once once) {
        session.output()
                .one(session.connect()
                        .allocations()
                        .confirmAllocationFault(id, new ConfirmAllocationFault(reason, since), once.key()));
    }

    @Command(
            name = "dismiss-fault",
            mixinStandardHelpOptions = true,
            description = "Dismisses a fault that only a tenant reported; it stays charged.")
    void dismissFault(
            @Parameters(paramLabel = "ALLOCATION", description = AllocationsCommand.ID) AllocationId id,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; it is kept.")
                    String reason,
            @Mixin Once once) {
        session.output()
                .one(session.connect()
                        .allocations()
                        .dismissAllocationFault(id, new DismissAllocationFault(reason), once.key()));
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
