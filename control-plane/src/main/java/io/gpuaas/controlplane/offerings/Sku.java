package io.gpuaas.controlplane.offerings;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Something that can be bought. Counts are in units: GPUs of a slice, hosts, MIG instances. */
public record Sku(
        String name,
        String title,
        Shape shape,
        Gpu gpu,
        Lots lots,
        Site site,
        Setup setup,
        Listing listing,
        long version) {

    /** The GPUs of the hosts that can serve it; a profile for {@link Shape#MIG} only. */
    public record Gpu(String model, @Nullable String migProfile) {}

    /** The counts of units that can be bought at once, and what a unit is. */
    public record Lots(List<Integer> counts, int gpusPerUnit, Unit unit) {

        public Lots {
            counts = List.copyOf(counts);
        }
    }

    /** The resources of one unit. */
    public record Unit(int vcpus, long memoryBytes, long nvmeBytes) {}

    /** The places where it is sold: everywhere, in a region, or in one zone of it. */
    public record Site(@Nullable String region, @Nullable String zone) {}

    /** How its hosts are separated from the next holder, and the images a buyer can choose from. */
    public record Setup(Isolation isolation, List<String> images) {

        public Setup {
            images = List.copyOf(images);
        }
    }

    /** Which tenants see it, and since when it is no longer sold. */
    public record Listing(
            boolean listedTenantsOnly, @Nullable Instant retiredAt) {}

    public String gpuModel() {
        return gpu.model();
    }

    public List<Integer> counts() {
        return lots.counts();
    }

    public boolean allows(int count) {
        return lots.counts().contains(count);
    }

    public boolean retired() {
        return listing.retiredAt() != null;
    }

    /** The GPUs a price counts. An instance of a divided GPU counts as one. */
    public int gpus(int count) {
        return count * lots.gpusPerUnit();
    }

    /** Absent unless the shape is {@link Shape#MIG}. */
    public Optional<MigProfile> mig() {
        return gpu.migProfile() == null ? Optional.empty() : MigProfile.find(gpu.migProfile(), gpu.model());
    }
}
