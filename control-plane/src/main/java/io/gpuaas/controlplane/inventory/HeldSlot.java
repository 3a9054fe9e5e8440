package io.gpuaas.controlplane.inventory;

import org.jspecify.annotations.Nullable;

/**
 * A GPU of a lease, or a part of one. A node refuses what comes with a lower token than it has seen
 * for the same GPU, or the same part of it.
 */
public record HeldSlot(
        String gpuUuid,
        String pciAddress,
        int numaNode,
        long fencingToken,
        @Nullable String nvme,
        @Nullable String nic,
        @Nullable MigPart mig) {

    /** Memory slices of a divided GPU: where the instance begins, and NVIDIA's id of its profile. */
    public record MigPart(int start, int profileId) {}
}
