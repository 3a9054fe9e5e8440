package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.kernel.NodeId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One GPU with its neighbouring devices. Taken memory slices are bits, as in {@link MigProfile#mask}, and taken compute
 * slices a number; a whole GPU takes all eight memory slices and all seven compute slices.
 */
record Slot(
        long number,
        NodeId node,
        Gpu gpu,
        Mode mode,
        @Nullable String outOfService,
        boolean replaced,
        Use use,
        long leases,
        long version) {

    /** The device, and the disk and fabric port of its own beside it. */
    record Gpu(
            String uuid,
            String pciAddress,
            String model,
            int numaNode,
            @Nullable String nvme,
            @Nullable String nic) {}

    /** The memory slices that are taken, as bits, and the number of compute slices. */
    record Use(int memory, int compute) {

        static final Use NONE = new Use(0, 0);

        static final Use ALL = new Use(WHOLE, MigProfile.COMPUTE_SLICES);
    }

    static final int WHOLE = (1 << MigProfile.MEMORY_SLICES) - 1;

    /** Sold as a whole, or divided. */
    enum Mode {
        WHOLE,
        MIG;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    String gpuUuid() {
        return gpu.uuid();
    }

    String pciAddress() {
        return gpu.pciAddress();
    }

    String model() {
        return gpu.model();
    }

    int numaNode() {
        return gpu.numaNode();
    }

    int taken() {
        return use.memory();
    }

    int computeTaken() {
        return use.compute();
    }

    boolean inService() {
        return outOfService == null;
    }

    boolean held() {
        return use.memory() != 0;
    }

    /** Another GPU is in its place and no lease holds it: it is no longer part of its host. */
    boolean gone() {
        return replaced && !held();
    }

    /** Can be had as a whole GPU now. */
    boolean free() {
        return mode == Mode.WHOLE && inService() && !held();
    }

    /** Has a disk and a fabric port of its own beside it. */
    boolean near() {
        return gpu.nvme() != null && gpu.nic() != null;
    }

    /** This slot without any lease. */
    Slot emptied() {
        return emptied(outOfService);
    }

    /** This slot without any lease or fault. */
    Slot restored() {
        return emptied(null);
    }

    private Slot emptied(@Nullable String reason) {
        return new Slot(number, node, gpu, mode, reason, replaced, Use.NONE, leases, version);
    }

    /** This slot with this part taken as well. */
    Slot with(int mask, int compute) {
        Use more = new Use(use.memory() | mask, use.compute() + compute);
        return new Slot(number, node, gpu, mode, outOfService, replaced, more, leases, version);
    }
}
