package io.gpuaas.controlplane.inventory;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A leased GPU, or a part of one. A node refuses a task with a lower token than it has seen for the same GPU or the
 * same memory slice.
 */
public record HeldSlot(
        String gpuUuid,
        String pciAddress,
        int numaNode,
        long fencingToken,
        @Nullable String nvme,
        @Nullable String nic,
        @Nullable MigPart mig) {

    /** Memory slices of a divided GPU: where the instance begins, how many it has, and NVIDIA's id of its profile. */
    public record MigPart(int start, int size, int profileId) {}

    /** The fenced devices: the GPU, or each of its held memory slices. */
    public List<String> devices() {
        return mig == null
                ? List.of(gpuUuid)
                : IntStream.range(mig.start(), mig.start() + mig.size())
                        .mapToObj(slice -> gpuUuid + "/" + slice)
                        .toList();
    }
}
