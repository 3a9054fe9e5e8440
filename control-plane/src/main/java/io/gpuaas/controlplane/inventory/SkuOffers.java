package io.gpuaas.controlplane.inventory;

import io.gpuaas.api.AvailableCapacity;
import io.gpuaas.api.Offer;
import io.gpuaas.controlplane.nodes.GpuSpec;
import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Price;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.offerings.SkuViews;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Lists the SKUs that the current project can buy, with price and availability. */
@Component
class SkuOffers {

    private final Offerings offerings;
    private final OpenCapacity openings;
    private final CapacityClaims claims;
    private final SlotIndex index;
    private final Clock clock;

    SkuOffers(Offerings offerings, OpenCapacity openings, CapacityClaims claims, SlotIndex index, Clock clock) {
        this.offerings = offerings;
        this.openings = openings;
        this.claims = claims;
        this.index = index;
        this.clock = clock;
    }

    List<Offer> list() {
        return view(offerings.listVisible(tenant()));
    }

    Offer require(String name) {
        return view(List.of(offerings.requireVisible(tenant(), name))).getFirst();
    }

    private List<Offer> view(List<Sku> skus) {
        Map<String, Availability> available = openings.of(skus);
        Map<String, Duration> waits = claims.typicalWaits(skus);
        Map<String, Price> prices =
                offerings.prices(skus.stream().map(Sku::name).toList(), tenant(), clock.instant());
        Set<String> inFleet = index.read(inventory -> skus.stream()
                .filter(sku -> StockCount.inFleet(inventory, sku))
                .map(Sku::name)
                .collect(Collectors.toSet()));
        return skus.stream()
                .map(sku -> offer(
                        sku,
                        waits.get(sku.name()),
                        inFleet.contains(sku.name()),
                        prices.get(sku.name()),
                        Objects.requireNonNull(available.get(sku.name()), "asked for all")))
                .toList();
    }

    private static Offer offer(
            Sku sku, @Nullable Duration typicalWait, boolean inFleet, @Nullable Price price, Availability available) {
        GpuSpec spec = GpuModel.spec(sku.gpuModel()).orElse(null);
        return new Offer(
                sku.name(),
                sku.title(),
                SkuViews.shape(sku),
                sku.gpuModel(),
                sku.gpu().migProfile(),
                spec == null ? null : Long.valueOf(memoryBytes(spec, sku)),
                spec == null ? null : spec.powerWatts(),
                spec == null || sku.shape() == Shape.MIG ? null : spec.interconnect(),
                typicalWait == null ? null : Long.valueOf(typicalWait.toSeconds()),
                inFleet,
                sku.counts(),
                sku.lots().gpusPerUnit(),
                SkuViews.unit(sku),
                sku.site().region(),
                sku.site().zone(),
                SkuViews.isolation(sku),
                sku.setup().images(),
                price == null ? null : SkuViews.price(price),
                available.places().stream()
                        .flatMap(place -> place.counts().stream()
                                .map(times -> new AvailableCapacity(
                                        place.region(), place.zone(), times.count(), times.allocations())))
                        .toList());
    }

    private static long memoryBytes(GpuSpec spec, Sku sku) {
        MigProfile mig = PlacementRequest.of(sku, sku.counts().getFirst(), PlacementPreference.BEST_FIT, new UUID(0, 0))
                .mig();
        return mig == null ? spec.memoryBytes() : spec.memoryBytes() / MigProfile.MEMORY_SLICES * mig.memory();
    }

    private static TenantId tenant() {
        return Objects.requireNonNull(Call.current().tenantId(), "a project has a tenant");
    }
}
