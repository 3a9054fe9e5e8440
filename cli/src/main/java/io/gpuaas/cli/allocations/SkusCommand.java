package io.gpuaas.cli.allocations;

import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.session.Session;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Offer;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "skus",
        description = "Show the SKUs that a project can buy, with prices and availability.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas skus list",
            "  gpuaas skus list --project 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas skus show h100-sxm-slice",
        })
final class SkusCommand {

    /** Columns of the listing; prices are per GPU-hour. */
    private static final Table<Offer> TABLE = Table.of("name", Offer::name)
            .and("title", Offer::title)
            .and(
                    "price",
                    offer -> offer.price() == null
                            ? null
                            : Amount.show(offer.price().gpuHour()))
            .and("available", SkusCommand::available)
            .and("where", SkusCommand::where);

    private final Session session;

    SkusCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List SKUs with their prices and current availability.")
    void list(@Mixin TheProject project) {
        GpuaasClient client = session.connect();
        session.output()
                .list(
                        client.capacity()
                                .listProjectSkus(project.choose(client))
                                .items()
                                .iterator(),
                        TABLE);
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a SKU and its availability by location.")
    void show(
            @Parameters(paramLabel = "SKU", description = "The SKU's name, as listed.") String name,
            @Mixin TheProject project) {
        GpuaasClient client = session.connect();
        session.output().one(client.capacity().getProjectSku(project.choose(client), name));
    }

    /** Formats availability: {@code 3 of 4} means three allocations of four units. */
    private static String available(Offer offer) {
        Map<Integer, Integer> times = new TreeMap<>();
        offer.available().forEach(in -> times.merge(in.count(), in.allocations(), Integer::sum));
        String available = times.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getValue() + " of " + entry.getKey())
                .collect(Collectors.joining(", "));
        return available.isEmpty() ? "none" : available;
    }

    private static String where(Offer offer) {
        return offer.available().stream()
                .filter(in -> in.allocations() > 0)
                .map(in -> in.region() + "/" + in.zone())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
