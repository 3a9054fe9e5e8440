package io.gpuaas.cli.billing;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AddPrice;
import io.gpuaas.sdk.AddTenantPrice;
import io.gpuaas.sdk.CapacityShape;
import io.gpuaas.sdk.CreateSku;
import io.gpuaas.sdk.IsolationModel;
import io.gpuaas.sdk.OfferingsApi;
import io.gpuaas.sdk.OfferingsApi.ListPricesFilter;
import io.gpuaas.sdk.Price;
import io.gpuaas.sdk.RetireSku;
import io.gpuaas.sdk.SetSkuVisibility;
import io.gpuaas.sdk.Sku;
import io.gpuaas.sdk.SkuUnit;
import io.gpuaas.sdk.UpdateSku;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "catalogue",
        description = "Manage SKUs, their visibility and prices (operators).",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas catalogue list",
            "  gpuaas catalogue show h100-sxm-slice",
            "  gpuaas catalogue create b200-slice --title \"B200 GPUs\" --shape gpu_slice --gpu-model b200-sxm \\",
            "      --count 1 --count 2 --vcpus 16 --memory-gib 240 --image ubuntu-24.04-cuda",
            "  gpuaas catalogue update b200-slice --title \"B200 SXM GPUs\" --count 1 --count 2 --count 4",
            "  gpuaas catalogue set-visibility b200-slice --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas catalogue set-visibility b200-slice --everybody",
            "  gpuaas catalogue add-price b200-slice 4.99 --currency USD --from 2027-01-01T00:00:00Z",
            "  gpuaas catalogue add-tenant-price 0198c0de-0000-7000-8000-000000000001 b200-slice 4.19",
            "  gpuaas catalogue prices b200-slice --with-tenants",
            "  gpuaas catalogue tenant-prices 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas catalogue retire b200-slice --reason \"replaced by b300\"",
        })
final class CatalogueCommand {

    private static final String NAME = "The SKU's name, as listed.";
    private static final long GIB = 1L << 30;
    private static final long GB = 1_000_000_000L;

    private static final Table<Price> PRICES = Table.<Price>of("sku", Price::sku)
            .and("price", price -> Amount.show(price.gpuHour()))
            .and("begins", Price::effectiveFrom)
            .and("tenant", Price::tenantId)
            .and("id", Price::id);

    private final Session session;

    CatalogueCommand(Session session) {
        this.session = session;
    }

    private OfferingsApi offerings() {
        return session.connect().offerings();
    }

    @Command(mixinStandardHelpOptions = true, description = "List all SKUs by name, including retired ones.")
    void list(@Mixin Paging paging) {
        OfferingsApi offerings = offerings();
        paging.print(
                session.output(),
                offerings::listSkus,
                "name",
                "title",
                "shape",
                "gpu_model",
                "counts",
                "isolation",
                "retired_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a SKU.")
    void show(@Parameters(paramLabel = "SKU", description = NAME) String name) {
        session.output().one(offerings().getSku(name));
    }

    /** Options for the properties of a SKU that can be changed. */
    static final class Made {

        @Option(names = "--title", paramLabel = "TEXT", description = "Display name.")
        @Nullable String title;

        @Option(
                names = "--count",
                paramLabel = "N",
                description = "Number of units that can be bought at a time; repeatable.")
        @Nullable List<Integer> counts;

        @Option(names = "--vcpus", paramLabel = "N", description = "Virtual CPUs per unit.")
        @Nullable Integer vcpus;

        @Option(names = "--memory-gib", paramLabel = "N", description = "Memory per unit, in GiB.")
        @Nullable Long memoryGib;

        @Option(names = "--nvme-gb", paramLabel = "N", description = "Local disk per unit, in GB (default: none).")
        @Nullable Long nvmeGb;

        @Option(names = "--region", paramLabel = "NAME", description = "Region to restrict the SKU to (default: any).")
        @Nullable String region;

        @Option(names = "--zone", paramLabel = "NAME", description = "Zone of that region to restrict the SKU to.")
        @Nullable String zone;

        @Option(
                names = "--isolation",
                paramLabel = "MODEL",
                description = "Isolation model: user_revoke or full_reimage (default: user_revoke).")
        @Nullable String isolation;

        @Option(names = "--image", paramLabel = "NAME", description = "Image on offer; repeatable.")
        @Nullable List<String> images;

        static <T> T need(@Nullable T value, String option) {
            if (value == null) {
                throw new IllegalArgumentException(option + " is required.");
            }
            return value;
        }

        static <T> T or(@Nullable T value, T standard) {
            return value == null ? standard : value;
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a SKU. It can be bought once it has a price.")
    void create(
            @Parameters(paramLabel = "NAME", description = "Unique name of the SKU; names are never reused.")
                    String name,
            @Option(
                            names = "--shape",
                            required = true,
                            paramLabel = "SHAPE",
                            description = "Shape: bare_metal, gpu_slice or mig.")
                    String shape,
            @Option(
                            names = "--gpu-model",
                            required = true,
                            paramLabel = "MODEL",
                            description = "GPU model, as shown by gpuaas slots list.")
                    String model,
            @Option(
                            names = "--mig-profile",
                            paramLabel = "PROFILE",
                            description = "MIG profile, for example 1g.10gb (mig only).")
                    @Nullable String profile,
            @Option(
                            names = "--gpus-per-unit",
                            paramLabel = "N",
                            description = "Number of GPUs per host (bare_metal only).")
                    @Nullable Integer gpus,
            @Option(
                            names = "--tenant",
                            paramLabel = "TENANT",
                            description = "Tenant that can see the SKU; repeatable (default: all tenants).")
                    @Nullable List<TenantId> tenants,
            @Mixin Made made,
            @Mixin Once once) {
        session.output()
                .one(offerings()
                        .createSku(
                                new CreateSku(
                                        name,
                                        Made.need(made.title, "--title"),
                                        Words.choose(CapacityShape.values(), CapacityShape::wire, shape),
                                        model,
                                        profile,
                                        Made.or(made.counts, List.of(1)),
                                        gpus,
                                        new SkuUnit(
                                                Made.need(made.vcpus, "--vcpus"),
                                                Made.need(made.memoryGib, "--memory-gib") * GIB,
                                                Made.or(made.nvmeGb, 0L) * GB),
                                        made.region,
                                        made.zone,
                                        isolation(Made.or(made.isolation, "user_revoke")),
                                        Made.need(made.images, "--image"),
                                        tenants),
                                once.key()));
    }

    private static IsolationModel isolation(String word) {
        return Words.choose(IsolationModel.values(), IsolationModel::wire, word);
    }

    @Command(mixinStandardHelpOptions = true, description = "Change a SKU; omitted options keep their values.")
    void update(@Parameters(paramLabel = "SKU", description = NAME) String name, @Mixin Made made, @Mixin Once once) {
        OfferingsApi offerings = offerings();
        Sku sku = offerings.getSku(name);
        session.output()
                .one(offerings.updateSku(
                        name,
                        new UpdateSku(
                                Made.or(made.title, sku.title()),
                                Made.or(made.counts, sku.counts()),
                                new SkuUnit(
                                        Made.or(made.vcpus, sku.unit().vcpus()),
                                        made.memoryGib == null ? sku.unit().memoryBytes() : made.memoryGib * GIB,
                                        made.nvmeGb == null ? sku.unit().nvmeBytes() : made.nvmeGb * GB),
                                made.region == null ? sku.region() : made.region,
                                made.zone == null ? sku.zone() : made.zone,
                                made.isolation == null ? sku.isolation() : isolation(made.isolation),
                                Made.or(made.images, sku.images()),
                                sku.version()),
                        once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Stop selling a SKU; existing allocations are kept.")
    void retire(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Retire " + name + "?");
        session.output().one(offerings().retireSku(name, new RetireSku(reason.text()), once.key()));
    }

    @Command(name = "set-visibility", mixinStandardHelpOptions = true, description = "Set which tenants can see a SKU.")
    void setVisibility(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Option(names = "--everybody", description = "Make the SKU visible to all tenants.") boolean everybody,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Tenant that can see the SKU; repeatable.")
                    @Nullable List<TenantId> tenants,
            @Mixin Once once) {
        if (everybody == (tenants != null)) {
            throw new IllegalArgumentException("Specify either --everybody or --tenant.");
        }
        session.output().one(offerings().setSkuVisibility(name, new SetSkuVisibility(tenants), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List a SKU's prices, latest start time first.")
    void prices(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Option(names = "--with-tenants", description = "Include prices of individual tenants.")
                    boolean withTenants,
            @Mixin Paging paging) {
        OfferingsApi offerings = offerings();
        ListPricesFilter all = ListPricesFilter.none();
        ListPricesFilter chosen = withTenants ? all.includeTenants(true) : all;
        paging.print(session.output(), page -> offerings.listPrices(name, chosen, page), PRICES);
    }

    @Command(
            name = "tenant-prices",
            mixinStandardHelpOptions = true,
            description = "List a tenant's own prices, latest start time first.")
    void tenantPrices(
            @Parameters(paramLabel = "TENANT", description = "The tenant's id.") TenantId tenant,
            @Mixin Paging paging) {
        OfferingsApi offerings = offerings();
        paging.print(session.output(), page -> offerings.listTenantPrices(tenant, page), PRICES);
    }

    @Command(
            name = "add-price",
            mixinStandardHelpOptions = true,
            description = "Add a price to a SKU. Prices never change; a later price supersedes an earlier one.")
    void addPrice(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Parameters(paramLabel = "AMOUNT", description = "Price per GPU-hour, for example 2.49.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency,
            @Option(names = "--from", paramLabel = "TIME", description = "Start time (default: now).") @Nullable Instant from,
            @Mixin Once once) {
        session.output()
                .one(offerings().addPrice(name, new AddPrice(Amount.parse(amount, currency), from), once.key()));
    }

    @Command(
            name = "add-tenant-price",
            mixinStandardHelpOptions = true,
            description = "Add a tenant-specific price to a SKU.")
    void addTenantPrice(
            @Parameters(paramLabel = "TENANT", description = "The tenant's id.") TenantId tenant,
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Parameters(paramLabel = "AMOUNT", description = "Price per GPU-hour, for example 2.19.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency,
            @Option(names = "--from", paramLabel = "TIME", description = "Start time (default: now).") @Nullable Instant from,
            @Mixin Once once) {
        session.output()
                .one(offerings()
                        .addTenantPrice(
                                tenant, new AddTenantPrice(name, Amount.parse(amount, currency), from), once.key()));
    }
}
