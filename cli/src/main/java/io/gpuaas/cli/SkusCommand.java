package io.gpuaas.cli;

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
        description = "Shows what a project can get: at which price, and how much of it there is now.",
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

    /** The price is that of a GPU and an hour. */
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

    @Command(mixinStandardHelpOptions = true, description = "Lists SKUs with price and what is available now.")
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

    @Command(mixinStandardHelpOptions = true, description = "Shows a SKU, and how much of it could be had where.")
    void show(
            @Parameters(paramLabel = "SKU", description = "The SKU's name, as listed.") String name,
            @Mixin TheProject project) {
        GpuaasClient client = session.connect();
        session.output().one(client.capacity().getProjectSku(project.choose(client), name));
    }

    /** {@code 3 of 4} for three allocations of four units. */
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
