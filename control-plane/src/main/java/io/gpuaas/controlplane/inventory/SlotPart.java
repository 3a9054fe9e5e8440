package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import org.jspecify.annotations.Nullable;

/** The part of a slot to take: all of it, or an instance of a profile at a start position. */
record SlotPart(Slot slot, @Nullable MigProfile profile, int start) {

    static SlotPart whole(Slot slot) {
        return new SlotPart(slot, null, 0);
    }

    int memorySize() {
        return profile == null ? MigProfile.MEMORY_SLICES : profile.memory();
    }

    int mask() {
        return profile == null ? Slot.WHOLE : profile.mask(start);
    }

    int compute() {
        return profile == null ? MigProfile.COMPUTE_SLICES : profile.compute();
    }

    HeldSlot held(long token) {
        return new HeldSlot(
                slot.gpuUuid(),
                slot.pciAddress(),
                slot.numaNode(),
                token,
                slot.gpu().nvme(),
                slot.gpu().nic(),
                profile == null ? null : new HeldSlot.MigPart(start, profile.memory(), profile.id()));
    }
}
