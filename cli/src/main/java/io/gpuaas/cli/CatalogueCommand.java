package io.gpuaas.cli;

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
        description = "Says what is sold, to whom and at which price. For operators.",
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

    @Command(mixinStandardHelpOptions = true, description = "Lists all SKUs by name, retired ones too.")
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

    @Command(mixinStandardHelpOptions = true, description = "Shows a SKU.")
    void show(@Parameters(paramLabel = "SKU", description = NAME) String name) {
        session.output().one(offerings().getSku(name));
    }

    /** What a SKU is made of, as far as it can be changed. */
    static final class Made {

        @Option(names = "--title", paramLabel = "TEXT", description = "Its name for people.")
        @Nullable String title;

        @Option(names = "--count", paramLabel = "N", description = "A number it is sold in; repeat it for more.")
        @Nullable List<Integer> counts;

        @Option(names = "--vcpus", paramLabel = "N", description = "Virtual CPUs per unit.")
        @Nullable Integer vcpus;

        @Option(names = "--memory-gib", paramLabel = "N", description = "Memory per unit.")
        @Nullable Long memoryGib;

        @Option(names = "--nvme-gb", paramLabel = "N", description = "Local disk per unit (standard: none).")
        @Nullable Long nvmeGb;

        @Option(names = "--region", paramLabel = "NAME", description = "Only there (standard: anywhere).")
        @Nullable String region;

        @Option(names = "--zone", paramLabel = "NAME", description = "Only there in the region.")
        @Nullable String zone;

        @Option(
                names = "--isolation",
                paramLabel = "MODEL",
                description = "user_revoke or full_reimage (standard: user_revoke).")
        @Nullable String isolation;

        @Option(names = "--image", paramLabel = "NAME", description = "An image; repeat it for more.")
        @Nullable List<String> images;

        static <T> T need(@Nullable T value, String option) {
            if (value == null) {
                throw new IllegalArgumentException("Give " + option + ".");
            }
            return value;
        }

        static <T> T or(@Nullable T value, T standard) {
            return value == null ? standard : value;
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Offers something new. Give it a price, then it can be bought.")
    void create(
            @Parameters(paramLabel = "NAME", description = "Its name for programs; it is never given again.")
                    String name,
            @Option(
                            names = "--shape",
                            required = true,
                            paramLabel = "SHAPE",
                            description = "bare_metal, gpu_slice or mig.")
                    String shape,
            @Option(
                            names = "--gpu-model",
                            required = true,
                            paramLabel = "MODEL",
                            description = "As gpuaas slots list shows it.")
                    String model,
            @Option(names = "--mig-profile", paramLabel = "PROFILE", description = "With mig: 1g.10gb and the like.")
                    @Nullable String profile,
            @Option(names = "--gpus-per-unit", paramLabel = "N", description = "With bare_metal: the GPUs of a host.")
                    @Nullable Integer gpus,
            @Option(
                            names = "--tenant",
                            paramLabel = "TENANT",
                            description = "Only this tenant sees it; repeat for more.")
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

    @Command(mixinStandardHelpOptions = true, description = "Changes a SKU; what is not given stays as it is.")
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

    @Command(mixinStandardHelpOptions = true, description = "Stops selling a SKU; what was bought of it stays.")
    void retire(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; it is kept.")
                    String reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Retire " + name + "?");
        session.output().one(offerings().retireSku(name, new RetireSku(reason), once.key()));
    }

    @Command(name = "set-visibility", mixinStandardHelpOptions = true, description = "Says who sees a SKU.")
    void setVisibility(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Option(names = "--everybody", description = "All tenants see it.") boolean everybody,
            @Option(names = "--tenant", paramLabel = "TENANT", description = "Only this tenant; repeat it for more.")
                    @Nullable List<TenantId> tenants,
            @Mixin Once once) {
        if (everybody == (tenants != null)) {
            throw new IllegalArgumentException("Give --everybody or --tenant.");
        }
        session.output().one(offerings().setSkuVisibility(name, new SetSkuVisibility(tenants), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists a SKU's prices, the latest to begin first.")
    void prices(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Option(names = "--with-tenants", description = "Also those of single tenants.") boolean withTenants,
            @Mixin Paging paging) {
        OfferingsApi offerings = offerings();
        ListPricesFilter all = ListPricesFilter.none();
        ListPricesFilter chosen = withTenants ? all.includeTenants(true) : all;
        paging.print(session.output(), page -> offerings.listPrices(name, chosen, page), PRICES);
    }

    @Command(
            name = "tenant-prices",
            mixinStandardHelpOptions = true,
            description = "Lists a tenant's own prices, the latest to begin first.")
    void tenantPrices(
            @Parameters(paramLabel = "TENANT", description = "The tenant's id.") TenantId tenant,
            @Mixin Paging paging) {
        OfferingsApi offerings = offerings();
        paging.print(session.output(), page -> offerings.listTenantPrices(tenant, page), PRICES);
    }

    @Command(
            name = "add-price",
            mixinStandardHelpOptions = true,
            description = "Gives a SKU another price. Prices are never changed, only followed by others.")
    void addPrice(
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Parameters(paramLabel = "AMOUNT", description = "For a GPU and an hour, as 2.49.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three letters (standard: USD).")
                    String currency,
            @Option(names = "--from", paramLabel = "TIME", description = "When it begins (standard: now).") @Nullable Instant from,
            @Mixin Once once) {
        session.output()
                .one(offerings().addPrice(name, new AddPrice(Amount.parse(amount, currency), from), once.key()));
    }

    @Command(
            name = "add-tenant-price",
            mixinStandardHelpOptions = true,
            description = "Gives one tenant a price of its own for a SKU.")
    void addTenantPrice(
            @Parameters(paramLabel = "TENANT", description = "The tenant's id.") TenantId tenant,
            @Parameters(paramLabel = "SKU", description = NAME) String name,
            @Parameters(paramLabel = "AMOUNT", description = "For a GPU and an hour, as 2.19.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three letters (standard: USD).")
                    String currency,
            @Option(names = "--from", paramLabel = "TIME", description = "When it begins (standard: now).") @Nullable Instant from,
            @Mixin Once once) {
        session.output()
                .one(offerings()
                        .addTenantPrice(
                                tenant, new AddTenantPrice(name, Amount.parse(amount, currency), from), once.key()));
    }
}
