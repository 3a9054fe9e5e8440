// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** SKUs and their prices, for operators. */
public interface OfferingsApi {

    /** Add a price for a SKU. */
    @ContractOperation(
            id = "addPrice",
            permission = "skus.manage",
            scope = Scope.PLATFORM,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "price.add")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/skus/{sku_name}/prices", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Price addPrice(
            @PathVariable("sku_name") @Size(min = 1, max = 63) String skuName,
            @Valid @RequestBody AddPrice addPrice);

    /** Add a price for one tenant. */
    @ContractOperation(
            id = "addTenantPrice",
            permission = "skus.manage",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "tenant_price.add")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/prices", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Price addTenantPrice(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody AddTenantPrice addTenantPrice);

    /** Create a SKU. */
    @ContractOperation(
            id = "createSku",
            permission = "skus.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "sku.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/skus", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Sku createSku(
            @Valid @RequestBody CreateSku createSku);

    /** Get a SKU. */
    @ContractOperation(
            id = "getSku",
            permission = "skus.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/skus/{sku_name}", produces = "application/json")
    Sku getSku(
            @PathVariable("sku_name") @Size(min = 1, max = 63) String skuName);

    /** List past, current and future prices of a SKU. */
    @ContractOperation(
            id = "listPrices",
            permission = "skus.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/skus/{sku_name}/prices", produces = "application/json")
    PricePage listPrices(
            @PathVariable("sku_name") @Size(min = 1, max = 63) String skuName,
            @RequestParam(name = "include_tenants", required = false) @Nullable Boolean includeTenants,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List all SKUs, including retired ones. */
    @ContractOperation(
            id = "listSkus",
            permission = "skus.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/skus", produces = "application/json")
    SkuPage listSkus(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a tenant's own prices. */
    @ContractOperation(
            id = "listTenantPrices",
            permission = "skus.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/prices", produces = "application/json")
    PricePage listTenantPrices(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Retire a SKU. */
    @ContractOperation(
            id = "retireSku",
            permission = "skus.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "sku.retire")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/skus/{sku_name}/retire", produces = "application/json", consumes = "application/json")
    Sku retireSku(
            @PathVariable("sku_name") @Size(min = 1, max = 63) String skuName,
            @Valid @RequestBody RetireSku retireSku);

    /** Set which tenants can see a SKU. */
    @ContractOperation(
            id = "setSkuVisibility",
            permission = "skus.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "sku.set_visibility")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/skus/{sku_name}/visibility", produces = "application/json", consumes = "application/json")
    Sku setSkuVisibility(
            @PathVariable("sku_name") @Size(min = 1, max = 63) String skuName,
            @Valid @RequestBody SetSkuVisibility setSkuVisibility);

    /** Update a SKU. */
    @ContractOperation(
            id = "updateSku",
            permission = "skus.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "sku.update")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/skus/{sku_name}", produces = "application/json", consumes = "application/json")
    Sku updateSku(
            @PathVariable("sku_name") @Size(min = 1, max = 63) String skuName,
            @Valid @RequestBody UpdateSku updateSku);
}
