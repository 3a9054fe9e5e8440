package io.gpuaas.controlplane.offerings;

import io.gpuaas.api.CapacityShape;
import io.gpuaas.api.IsolationModel;
import io.gpuaas.api.Money;
import io.gpuaas.api.SkuUnit;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SKUs and prices as the contract writes them. */
public final class SkuViews {

    private SkuViews() {}

    static io.gpuaas.api.Sku operators(Sku sku, @Nullable Price price, List<TenantId> tenants) {
        return new io.gpuaas.api.Sku(
                sku.name(),
                sku.title(),
                shape(sku),
                sku.gpuModel(),
                sku.gpu().migProfile(),
                sku.counts(),
                sku.lots().gpusPerUnit(),
                unit(sku),
                sku.site().region(),
                sku.site().zone(),
                isolation(sku),
                sku.setup().images(),
                sku.listing().listedTenantsOnly() ? tenants : null,
                price == null ? null : price(price),
                sku.listing().retiredAt(),
                sku.version());
    }

    public static io.gpuaas.api.Price price(Price price) {
        return new io.gpuaas.api.Price(
                price.id(),
                price.sku(),
                new Money(price.gpuHour().nanos(), price.gpuHour().currency()),
                price.effectiveFrom(),
                price.tenant());
    }

    public static CapacityShape shape(Sku sku) {
        return CapacityShape.fromWire(sku.shape().wire());
    }

    public static IsolationModel isolation(Sku sku) {
        return IsolationModel.fromWire(sku.setup().isolation().wire());
    }

    public static SkuUnit unit(Sku sku) {
        return new SkuUnit(
                sku.lots().unit().vcpus(),
                sku.lots().unit().memoryBytes(),
                sku.lots().unit().nvmeBytes());
    }

    static Sku.Unit unit(SkuUnit unit) {
        return new Sku.Unit(unit.vcpus(), unit.memoryBytes(), unit.nvmeBytes());
    }
}
