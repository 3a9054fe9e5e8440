// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.TenantId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** SKUs and their prices, for operators. */
public final class OfferingsApi {

    private final Transport transport;

    OfferingsApi(Transport transport) {
        this.transport = transport;
    }

    /** Add a price for a SKU. */
    public Price addPrice(String skuName, AddPrice addPrice) {
        return addPrice(skuName, addPrice, IdempotencyKey.random());
    }

    /** Add a price for a SKU, under a key you chose: the same key again answers the same and does nothing more. */
    public Price addPrice(String skuName, AddPrice addPrice, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/skus/{sku_name}/prices")
                .path("sku_name", skuName)
                .idempotencyKey(idempotencyKey)
                .body(addPrice)
                .accept("application/json");
        return transport.send(call, Price.class);
    }

    /** Add a price for one tenant. */
    public Price addTenantPrice(TenantId tenantId, AddTenantPrice addTenantPrice) {
        return addTenantPrice(tenantId, addTenantPrice, IdempotencyKey.random());
    }

    /** Add a price for one tenant, under a key you chose: the same key again answers the same and does nothing more. */
    public Price addTenantPrice(TenantId tenantId, AddTenantPrice addTenantPrice, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/prices")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(addTenantPrice)
                .accept("application/json");
        return transport.send(call, Price.class);
    }

    /** Create a SKU. */
    public Sku createSku(CreateSku createSku) {
        return createSku(createSku, IdempotencyKey.random());
    }

    /** Create a SKU, under a key you chose: the same key again answers the same and does nothing more. */
    public Sku createSku(CreateSku createSku, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/skus")
                .idempotencyKey(idempotencyKey)
                .body(createSku)
                .accept("application/json");
        return transport.send(call, Sku.class);
    }

    /** Get a SKU. */
    public Sku getSku(String skuName) {
        Call call = Call.of("GET", "/api/v1/skus/{sku_name}")
                .path("sku_name", skuName)
                .accept("application/json");
        return transport.send(call, Sku.class);
    }

    /** List past, current and future prices of a SKU. */
    public PricePage listPrices(String skuName, ListPricesFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/skus/{sku_name}/prices")
                .path("sku_name", skuName)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, PricePage.class);
    }

    /** List all SKUs, including retired ones. */
    public SkuPage listSkus(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/skus")
                .page(page)
                .accept("application/json");
        return transport.send(call, SkuPage.class);
    }

    /** List a tenant's own prices. */
    public PricePage listTenantPrices(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/prices")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, PricePage.class);
    }

    /** Retire a SKU. */
    public Sku retireSku(String skuName, RetireSku retireSku) {
        return retireSku(skuName, retireSku, IdempotencyKey.random());
    }

    /** Retire a SKU, under a key you chose: the same key again answers the same and does nothing more. */
    public Sku retireSku(String skuName, RetireSku retireSku, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/skus/{sku_name}/retire")
                .path("sku_name", skuName)
                .idempotencyKey(idempotencyKey)
                .body(retireSku)
                .accept("application/json");
        return transport.send(call, Sku.class);
    }

    /** Set which tenants can see a SKU. */
    public Sku setSkuVisibility(String skuName, SetSkuVisibility setSkuVisibility) {
        return setSkuVisibility(skuName, setSkuVisibility, IdempotencyKey.random());
    }

    /** Set which tenants can see a SKU, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Sku setSkuVisibility(String skuName, SetSkuVisibility setSkuVisibility, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/skus/{sku_name}/visibility")
                .path("sku_name", skuName)
                .idempotencyKey(idempotencyKey)
                .body(setSkuVisibility)
                .accept("application/json");
        return transport.send(call, Sku.class);
    }

    /** Update a SKU. */
    public Sku updateSku(String skuName, UpdateSku updateSku) {
        return updateSku(skuName, updateSku, IdempotencyKey.random());
    }

    /** Update a SKU, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Sku updateSku(String skuName, UpdateSku updateSku, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/skus/{sku_name}")
                .path("sku_name", skuName)
                .idempotencyKey(idempotencyKey)
                .body(updateSku)
                .accept("application/json");
        return transport.send(call, Sku.class);
    }

    /** Filters of {@code listPrices}. */
    public record ListPricesFilter(Map<String, String> parameters) {

        public ListPricesFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListPricesFilter none() {
            return new ListPricesFilter(Map.of());
        }

        public ListPricesFilter includeTenants(Boolean includeTenants) {
            return new ListPricesFilter(Parameters.with(parameters, "include_tenants", includeTenants));
        }
    }
}
