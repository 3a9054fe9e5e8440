package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.CapacityApi;
import io.gpuaas.sdk.CapacityApi.ExplainPlacementFilter;
import io.gpuaas.sdk.CapacityApi.ListSlotsFilter;
import io.gpuaas.sdk.PlacementStrategy;
import io.gpuaas.sdk.SetSlotMode;
import io.gpuaas.sdk.Slot;
import io.gpuaas.sdk.SlotLease;
import io.gpuaas.sdk.SlotMode;
import io.gpuaas.sdk.SlotState;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "slots",
        description = "Show GPUs, their holders, and placement decisions (operators).",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas slots list --node 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas slots list --state out_of_service",
            "  gpuaas slots explain h100-sxm-slice 4 --strategy pack",
            "  gpuaas slots set-mode 0198c0de-0000-7000-8000-000000000007 GPU-4f0c1a9e-0000-0000-0000-000000000001 mig",
        })
final class SlotsCommand {

    private static final Table<Slot> TABLE = Table.of("node", Slot::nodeName)
            .and("where", slot -> slot.region() + "/" + slot.zone())
            .and("gpu", Slot::gpuUuid)
            .and("model", Slot::model)
            .and("numa", Slot::numaNode)
            .and("mode", Slot::mode)
            .and("state", slot -> slot.reason() == null ? slot.state().wire() : slot.reason())
            .and("holder", SlotsCommand::holders);

    private final Session session;

    SlotsCommand(Session session) {
        this.session = session;
    }

    private CapacityApi capacity() {
        return session.connect().capacity();
    }

    @Command(mixinStandardHelpOptions = true, description = "List GPUs with their state and holder.")
    void list(
            @Option(names = "--node", paramLabel = "NODE", description = "Filter by node.") @Nullable NodeId nodeId,
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            description = "Filter by state: in_service or out_of_service.")
                    @Nullable String state,
            @Mixin Paging paging) {
        ListSlotsFilter filter =
                nodeId == null ? ListSlotsFilter.none() : ListSlotsFilter.none().nodeId(nodeId);
        ListSlotsFilter narrowed =
                state == null ? filter : filter.state(Words.choose(SlotState.values(), SlotState::wire, state));
        CapacityApi capacity = capacity();
        paging.print(session.output(), page -> capacity.listSlots(narrowed, page), TABLE);
    }

    private static String holders(Slot slot) {
        return slot.leases().isEmpty()
                ? "free"
                : slot.leases().stream().map(SlotsCommand::holder).collect(Collectors.joining(", "));
    }

    private static String holder(SlotLease lease) {
        return lease.memoryStart() == null
                ? lease.allocationId().toString()
                : lease.allocationId() + " from slice " + lease.memoryStart();
    }

    @Command(
            mixinStandardHelpOptions = true,
            description =
                    "Explain where a request would be placed and why each other node was rejected; allocates nothing.")
    void explain(
            @Parameters(paramLabel = "SKU", description = "The SKU's name.") String sku,
            @Parameters(paramLabel = "COUNT", description = "Number of units.") int count,
            @Option(
                            names = "--strategy",
                            paramLabel = "WORD",
                            description = "Placement strategy: best_fit, spread or pack (default: set by policy).")
                    @Nullable String strategy) {
        ExplainPlacementFilter filter = strategy == null
                ? ExplainPlacementFilter.none()
                : ExplainPlacementFilter.none()
                        .strategy(Words.choose(PlacementStrategy.values(), PlacementStrategy::wire, strategy));
        session.output().one(capacity().explainPlacement(sku, count, filter), Set.of("node_id"));
    }

    @Command(
            name = "set-mode",
            mixinStandardHelpOptions = true,
            description = "Set whether a GPU is sold whole or divided for MIG; the GPU must be free.")
    void setMode(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Parameters(paramLabel = "GPU", description = "The GPU's UUID.") String gpuUuid,
            @Parameters(paramLabel = "MODE", description = "Mode: whole or mig.") String mode,
            @Mixin Once once) {
        session.output()
                .one(capacity()
                        .setSlotMode(
                                nodeId,
                                gpuUuid,
                                new SetSlotMode(Words.choose(SlotMode.values(), SlotMode::wire, mode)),
                                once.key()));
    }
}
