package io.gpuaas.controlplane.offerings;

import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Answers other domains' questions about SKUs and prices. */
@Component
public class Offerings {

    private final SkuStore skus;
    private final PriceStore prices;

    Offerings(SkuStore skus, PriceStore prices) {
        this.skus = skus;
        this.prices = prices;
    }

    /** A SKU the tenant sees and that is sold. */
    public Sku requireVisible(TenantId tenant, String name) {
        Sku sku = skus.findVisible(tenant, name).orElseThrow(() -> OfferingErrors.noSuchSku(name));
        if (sku.retired()) {
            throw OfferingErrors.retired(sku);
        }
        return sku;
    }

    /** Also one that is retired or hidden: what was bought of it lives on. */
    public Optional<Sku> find(String name) {
        return skus.find(name);
    }

    /** SKUs that the tenant can buy, by name. */
    public List<Sku> listVisible(TenantId tenant) {
        return skus.listVisible(tenant);
    }

    public void requireCount(Sku sku, int count) {
        if (!sku.allows(count)) {
            throw OfferingErrors.countNotAllowed(sku, count);
        }
    }

    /** The tenant's own price if there is one, otherwise the general one; none when nothing has begun by then. */
    public Optional<Price> findPrice(String sku, TenantId tenant, Instant at) {
        return Optional.ofNullable(prices(List.of(sku), tenant, at).get(sku));
    }

    /** Of several, by SKU; those without a price are left out. */
    public Map<String, Price> prices(List<String> skus, TenantId tenant, Instant at) {
        return prices.inEffect(skus, tenant, at);
    }

    /** All prices that hold at some time from one instant to the other. */
    public List<PriceSpan> schedule(Instant from, Instant to) {
        return PriceSpan.between(prices.begunBefore(to), from, to);
    }
}
