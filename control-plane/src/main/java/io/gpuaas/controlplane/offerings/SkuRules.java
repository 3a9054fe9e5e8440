package io.gpuaas.controlplane.offerings;

import java.util.List;

/** Which fields of a SKU go together. */
final class SkuRules {

    private SkuRules() {}

    static Sku require(Sku sku) {
        if (sku.site().zone() != null && sku.site().region() == null) {
            throw OfferingErrors.invalid("A zone requires a region. Set the region too.");
        }
        if ((sku.gpu().migProfile() != null) != (sku.shape() == Shape.MIG)) {
            throw OfferingErrors.invalid("A MIG profile is required for shape mig and not allowed for other shapes.");
        }
        if (sku.setup().isolation() == Isolation.FULL_REIMAGE && sku.shape() != Shape.BARE_METAL) {
            throw OfferingErrors.invalid("Only a host that is sold whole can be rebuilt between tenants.");
        }
        switch (sku.shape()) {
            case GPU_SLICE -> requireOneGpuPerUnit(sku);
            case BARE_METAL -> requireSingles(sku, "A host is sold one at a time.");
            case MIG -> {
                requireOneGpuPerUnit(sku);
                requireSingles(sku, "A MIG instance is sold one at a time.");
                if (sku.mig().isEmpty()) {
                    throw OfferingErrors.invalid("A " + sku.gpuModel() + " cannot be divided into "
                            + sku.gpu().migProfile() + ".");
                }
            }
        }
        return sku;
    }

    private static void requireOneGpuPerUnit(Sku sku) {
        if (sku.lots().gpusPerUnit() != 1) {
            throw OfferingErrors.invalid("Only bare-metal SKUs can have several GPUs per unit.");
        }
    }

    private static void requireSingles(Sku sku, String sentence) {
        if (!sku.counts().equals(List.of(1))) {
            throw OfferingErrors.invalid(sentence + " Set counts to [1].");
        }
    }
}
