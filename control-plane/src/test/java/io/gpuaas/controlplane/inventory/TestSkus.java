package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Sku;

/** The seeded SKUs, each sold only where no other test has hosts. */
final class TestSkus {

    private TestSkus() {}

    static Sku inRegion(TestControlPlane plane, String name, String region) {
        Sku sku = plane.bean(Offerings.class).find(name).orElseThrow();
        return new Sku(
                sku.name(),
                sku.title(),
                sku.shape(),
                sku.gpu(),
                sku.lots(),
                new Sku.Site(region, null),
                sku.setup(),
                new Sku.Listing(sku.listing().listedTenantsOnly(), null),
                sku.version());
    }
}
