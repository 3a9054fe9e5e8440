package io.gpuaas.controlplane.offerings;

import io.gpuaas.api.AddPrice;
import io.gpuaas.api.AddTenantPrice;
import io.gpuaas.api.CreateSku;
import io.gpuaas.api.UpdateSku;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.identity.Tenancy;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.PriceAdded;
import io.gpuaas.events.SkuChanged;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Carries out operators' changes of SKUs and prices. */
@Component
class Catalogue {

    private final SkuStore skus;
    private final PriceStore prices;
    private final Tenancy tenancy;
    private final Outbox outbox;
    private final IdSource ids;
    private final Clock clock;

    Catalogue(SkuStore skus, PriceStore prices, Tenancy tenancy, Outbox outbox, IdSource ids, Clock clock) {
        this.skus = skus;
        this.prices = prices;
        this.tenancy = tenancy;
        this.outbox = outbox;
        this.ids = ids;
        this.clock = clock;
    }

    Sku create(CreateSku command) {
        Sku sku = SkuRules.require(new Sku(
                command.name(),
                command.title().strip(),
                Shape.of(command.shape().wire()),
                new Sku.Gpu(command.gpuModel(), command.migProfile()),
                new Sku.Lots(
                        command.counts().stream().distinct().sorted().toList(),
                        command.gpusPerUnit() == null ? 1 : command.gpusPerUnit(),
                        SkuViews.unit(command.unit())),
                new Sku.Site(command.region(), command.zone()),
                new Sku.Setup(Isolation.of(command.isolation().wire()), command.images()),
                new Sku.Listing(command.tenantIds() != null, null),
                1));
        skus.add(sku, clock.instant());
        putTenants(sku.name(), command.tenantIds());
        announce(sku);
        return sku;
    }

    Sku update(String name, UpdateSku command) {
        Sku before = require(name);
        Sku after = SkuRules.require(new Sku(
                name,
                command.title().strip(),
                before.shape(),
                before.gpu(),
                new Sku.Lots(
                        command.counts().stream().distinct().sorted().toList(),
                        before.lots().gpusPerUnit(),
                        SkuViews.unit(command.unit())),
                new Sku.Site(command.region(), command.zone()),
                new Sku.Setup(Isolation.of(command.isolation().wire()), command.images()),
                before.listing(),
                command.version()));
        return announce(skus.update(after).orElseThrow(OfferingErrors::changedMeanwhile));
    }

    /** Doing it again changes nothing. */
    Sku retire(String name) {
        Sku sku = require(name);
        return sku.retired() ? sku : announce(skus.retire(name, clock.instant()));
    }

    /** Without a list, every tenant sees the SKU; with an empty one, none does. */
    Sku setVisibility(String name, @Nullable List<TenantId> tenants) {
        require(name);
        Sku sku = skus.setListed(name, tenants != null);
        putTenants(name, tenants);
        return announce(sku);
    }

    private void putTenants(String name, @Nullable List<TenantId> tenants) {
        List<TenantId> listed =
                tenants == null ? List.of() : tenants.stream().distinct().toList();
        listed.forEach(tenancy::requireTenant);
        skus.putTenants(name, listed);
    }

    Price addPrice(String name, AddPrice command) {
        return addPrice(name, null, command.gpuHour(), command.effectiveFrom());
    }

    /** From then on it takes the place of the general price for this tenant. */
    Price addTenantPrice(TenantId tenant, AddTenantPrice command) {
        tenancy.requireTenant(tenant);
        return addPrice(command.sku(), tenant, command.gpuHour(), command.effectiveFrom());
    }

    private Price addPrice(
            String name, @Nullable TenantId tenant, io.gpuaas.api.Money gpuHour, @Nullable Instant asked) {
        require(name);
        Instant now = clock.instant();
        Instant from = asked == null ? now : asked.truncatedTo(ChronoUnit.MICROS);
        if (from.isBefore(now)) {
            throw OfferingErrors.priceInThePast(from);
        }
        Price price = new Price(ids.next(), name, tenant, new Money(gpuHour.nanos(), gpuHour.currency()), from);
        prices.add(price, now, Call.current().caller().id());
        outbox.append(new PriceAdded(name, price.id(), gpuHour.nanos(), gpuHour.currency(), from, tenant));
        return price;
    }

    Sku require(String name) {
        return skus.find(name).orElseThrow(() -> OfferingErrors.noSuchSku(name));
    }

    private Sku announce(Sku sku) {
        outbox.append(new SkuChanged(sku.name(), sku.version(), sku.retired()));
        return sku;
    }
}
