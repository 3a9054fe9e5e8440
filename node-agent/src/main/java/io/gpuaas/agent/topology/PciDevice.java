package io.gpuaas.agent.topology;

import java.nio.file.Path;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A PCI function as sysfs shows it. The path is where the device hangs: bridges first, itself last. */
record PciDevice(
        String address,
        int vendor,
        int device,
        int classCode,
        int numaNode,
        @Nullable Integer iommuGroup,
        @Nullable String localCpus,
        Path path) {

    private static final int NVIDIA = 0x10de;
    private static final int CLASS_NVME = 0x010802;
    private static final int CLASS_NVSWITCH = 0x068000;
    private static final int BASE_DISPLAY = 0x0300;
    private static final int BASE_3D = 0x0302;
    private static final int BASE_BRIDGE = 0x06;

    boolean isGpu() {
        int base = classCode >> 8;
        return vendor == NVIDIA && (base == BASE_DISPLAY || base == BASE_3D);
    }

    boolean isNvSwitch() {
        return vendor == NVIDIA && classCode == CLASS_NVSWITCH;
    }

    boolean isNvme() {
        return classCode == CLASS_NVME;
    }

    /** A plain bridge has no function of its own to give away; NVSwitch calls itself one but has. */
    boolean isPlainBridge() {
        return classCode >> 16 == BASE_BRIDGE && !isNvSwitch();
    }

    OptionalInt numa() {
        return numaNode < 0 ? OptionalInt.empty() : OptionalInt.of(numaNode);
    }

    /** How many steps from the root two devices share: the more, the fewer switches between them. */
    int sharedPath(PciDevice other) {
        int shared = 0;
        int most = Math.min(path.getNameCount(), other.path.getNameCount());
        while (shared < most && path.getName(shared).equals(other.path.getName(shared))) {
            shared++;
        }
        return shared;
    }
}
