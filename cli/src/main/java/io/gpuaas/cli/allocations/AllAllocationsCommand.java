package io.gpuaas.cli.allocations;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
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
        description = "Manage the allocations of all tenants.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas allocations all list --stuck",
            "  gpuaas allocations all list --fault-reported",
            "  gpuaas allocations all confirm-fault 0198c0de-0000-7000-8000-000000000009 --reason \"BMC: no power\"",
            "  gpuaas allocations all dismiss-fault 0198c0de-0000-7000-8000-000000000009 --reason \"BMC: healthy\"",
            "  gpuaas allocations all list --tenant 0198c0de-0000-7000-8000-000000000001 --state active",
            "  gpuaas allocations all force-release 0198c0de-0000-7000-8000-000000000009 --reason \"node destroyed\"",
        })
final class AllAllocationsCommand {

    private final Session session;

    AllAllocationsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List the allocations of all tenants, newest first.")
    void list(
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Filter by tenant.") @Nullable TenantId tenantId,
            @Option(names = "--project", paramLabel = "PROJECT", description = "Filter by project.") @Nullable ProjectId projectId,
            @Option(names = "--state", paramLabel = "STATE", description = "Filter by state, for example active.")
                    @Nullable String state,
            @Option(names = "--sku", paramLabel = "SKU", description = "Filter by SKU.") @Nullable String sku,
            @Option(names = "--node", paramLabel = "NODE", description = "Filter by node.") @Nullable NodeId nodeId,
            @Option(names = "--stuck", description = "Show only allocations whose phase has exceeded its time limit.")
                    boolean stuck,
            @Option(
                            names = "--fault-reported",
                            description =
                                    "Show only allocations with a fault or a charged release that an operator can confirm.")
                    boolean faultReported,
            @Option(names = "--search", paramLabel = "TEXT", description = "Filter by name or id prefix.") @Nullable String search,
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
                "Confirm a fault that only the tenant reported.",
                "Charges stop as of the report, and charges made since then are refunded.",
            })
    void confirmFault(
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Reason reason,
            @Option(
                            names = "--since",
                            paramLabel = "TIME",
                            description =
                                    "Time from which the allocation is not charged (default: the time of the report).")
                    @Nullable Instant since,
            @Mixin Once once) {
        session.output()
                .one(session.connect()
                        .allocations()
                        .confirmAllocationFault(id, new ConfirmAllocationFault(reason.text(), since), once.key()));
    }

    @Command(
            name = "dismiss-fault",
            mixinStandardHelpOptions = true,
            description = "Dismiss a fault that only the tenant reported; the allocation remains charged.")
    void dismissFault(
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output()
                .one(session.connect()
                        .allocations()
                        .dismissAllocationFault(id, new DismissAllocationFault(reason.text()), once.key()));
    }

    @Command(
            name = "force-release",
            mixinStandardHelpOptions = true,
            description = "Release an allocation of any tenant, even if it is protected.")
    void forceRelease(
            @Parameters(paramLabel = "ALLOCATION", description = Lookup.NAME_OR_ID) AllocationId id,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Force-release allocation " + id + "? All data on it will be lost.");
        session.output()
                .one(session.connect()
                        .allocations()
                        .forceReleaseAllocation(id, new ForceReleaseAllocation(reason.text()), once.key()));
    }
}
