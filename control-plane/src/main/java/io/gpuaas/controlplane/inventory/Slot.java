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
        String gpuUuid,
        String pciAddress,
        String model,
        int numaNode,
        @Nullable String nvme,
        @Nullable String nic,
        Mode mode,
        @Nullable String outOfService,
        boolean replaced,
        int taken,
        int computeTaken,
        long leases,
        long version) {

    static final int WHOLE = (1 << MigProfile.MEMORY_SLICES) - 1;

    /** Sold as a whole, or divided. */
    enum Mode {
        WHOLE,
        MIG;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    boolean inService() {
        return outOfService == null;
    }

    boolean held() {
        return taken != 0;
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
        return nvme != null && nic != null;
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
        return new Slot(
                number,
                node,
                gpuUuid,
                pciAddress,
                model,
                numaNode,
                nvme,
                nic,
                mode,
                reason,
                replaced,
                0,
                0,
                leases,
                version);
    }

    /** This slot with this part taken as well. */
    Slot with(int mask, int compute) {
        return new Slot(
                number,
                node,
                gpuUuid,
                pciAddress,
                model,
                numaNode,
                nvme,
                nic,
                mode,
                outOfService,
                replaced,
                taken | mask,
                computeTaken + compute,
                leases,
                version);
    }
}
