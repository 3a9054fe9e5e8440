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
        String gpuModel,
        @Nullable String migProfile,
        List<Integer> counts,
        int gpusPerUnit,
        Unit unit,
        @Nullable String region,
        @Nullable String zone,
        Isolation isolation,
        List<String> images,
        boolean listedTenantsOnly,
        @Nullable Instant retiredAt,
        long version) {

    /** The resources of one unit. */
    public record Unit(int vcpus, long memoryBytes, long nvmeBytes) {}

    public Sku {
        counts = List.copyOf(counts);
        images = List.copyOf(images);
    }

    public boolean allows(int count) {
        return counts.contains(count);
    }

    public boolean retired() {
        return retiredAt != null;
    }

    /** The GPUs a price counts. An instance of a divided GPU counts as one. */
    public int gpus(int count) {
        return count * gpusPerUnit;
    }

    /** Absent unless the shape is {@link Shape#MIG}. */
    public Optional<MigProfile> mig() {
        return migProfile == null ? Optional.empty() : MigProfile.find(migProfile, gpuModel);
    }
}
