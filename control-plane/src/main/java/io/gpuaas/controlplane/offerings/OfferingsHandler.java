package io.gpuaas.controlplane.offerings;

import io.gpuaas.api.AddPrice;
import io.gpuaas.api.AddTenantPrice;
import io.gpuaas.api.CreateSku;
import io.gpuaas.api.OfferingsApi;
import io.gpuaas.api.PricePage;
import io.gpuaas.api.RetireSku;
import io.gpuaas.api.SetSkuVisibility;
import io.gpuaas.api.SkuPage;
import io.gpuaas.api.UpdateSku;
import io.gpuaas.controlplane.offerings.PriceStore.Position;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OfferingsHandler implements OfferingsApi {

    private static final String SKUS = "skus";
    private static final String PRICES = "prices";
    private static final String TENANT_PRICES = "tenant-prices";

    private final Catalogue catalogue;
    private final SkuStore skus;
    private final PriceStore prices;
    private final Clock clock;

    OfferingsHandler(Catalogue catalogue, SkuStore skus, PriceStore prices, Clock clock) {
        this.catalogue = catalogue;
        this.skus = skus;
        this.prices = prices;
        this.clock = clock;
    }

    @Override
    public SkuPage listSkus(Integer limit, @Nullable String cursor) {
        List<Sku> rows = skus.list(PageCursor.decode(SKUS, cursor, name -> name), limit + 1);
        return new SkuPage(view(PageCursor.page(rows, limit)), PageCursor.next(SKUS, rows, limit, Sku::name));
    }

    @Override
    public io.gpuaas.api.Sku createSku(CreateSku command) {
        return view(catalogue.create(command));
    }

    @Override
    public io.gpuaas.api.Sku getSku(String name) {
        return view(catalogue.require(name));
    }

    @Override
    public io.gpuaas.api.Sku updateSku(String name, UpdateSku command) {
        return view(catalogue.update(name, command));
    }

    @Override
    public io.gpuaas.api.Sku retireSku(String name, RetireSku command) {
        return view(catalogue.retire(name));
    }

    @Override
    public io.gpuaas.api.Sku setSkuVisibility(String name, SetSkuVisibility command) {
        return view(catalogue.setVisibility(name, command.tenantIds()));
    }

    @Override
    public PricePage listPrices(String name, @Nullable Boolean includeTenants, Integer limit, @Nullable String cursor) {
        catalogue.require(name);
        Position after = PageCursor.decode(PRICES, cursor, Position::parse);
        return page(PRICES, prices.list(name, Boolean.TRUE.equals(includeTenants), after, limit + 1), limit);
    }

    @Override
    public PricePage listTenantPrices(TenantId tenant, Integer limit, @Nullable String cursor) {
        Position after = PageCursor.decode(TENANT_PRICES, cursor, Position::parse);
        return page(TENANT_PRICES, prices.list(tenant, after, limit + 1), limit);
    }

    private static PricePage page(String listing, List<Price> rows, int limit) {
        return new PricePage(
                PageCursor.page(rows, limit).stream().map(SkuViews::price).toList(),
                PageCursor.next(listing, rows, limit, Position::of));
    }

    @Override
    public io.gpuaas.api.Price addPrice(String name, AddPrice command) {
        return SkuViews.price(catalogue.addPrice(name, command));
    }

    @Override
    public io.gpuaas.api.Price addTenantPrice(TenantId tenant, AddTenantPrice command) {
        return SkuViews.price(catalogue.addTenantPrice(tenant, command));
    }

    private io.gpuaas.api.Sku view(Sku sku) {
        return view(List.of(sku)).getFirst();
    }

    private List<io.gpuaas.api.Sku> view(List<Sku> rows) {
        List<String> names = rows.stream().map(Sku::name).toList();
        Map<String, Price> inEffect = prices.general(names, clock.instant());
        Map<String, List<io.gpuaas.kernel.TenantId>> tenants = skus.tenants(names);
        return rows.stream()
                .map(sku ->
                        SkuViews.operators(sku, inEffect.get(sku.name()), tenants.getOrDefault(sku.name(), List.of())))
                .toList();
    }
}
