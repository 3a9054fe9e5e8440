package io.gpuaas.agent.host;

import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Slices need an IOMMU, vfio-pci and libvirt. This agent does not build them: it says what the host lacks, and at last
 * that it cannot. Having built none it can say truthfully that none is left, once libvirt knows none either.
 */
final class LinuxSlices {

    private static final String UNFIT = "host_unfit";

    private final Path root;

    LinuxSlices(Path root) {
        this.root = root;
    }

    TaskFailure refusal() {
        if (isEmpty("sys/kernel/iommu_groups")) {
            return TaskFailure.refused(
                    UNFIT, "the IOMMU is off (no /sys/kernel/iommu_groups): GPUs cannot be given to virtual machines");
        }
        if (Files.notExists(root.resolve("sys/bus/pci/drivers/vfio-pci"))) {
            return TaskFailure.refused(
                    UNFIT, "the driver vfio-pci is not loaded: GPUs cannot be given to virtual machines");
        }
        if (Files.notExists(root.resolve("run/libvirt/libvirt-sock"))) {
            return TaskFailure.refused(UNFIT, "libvirt does not run (no /run/libvirt/libvirt-sock)");
        }
        return TaskFailure.notSupported("build virtual machines around GPUs");
    }

    private boolean isEmpty(String folder) {
        try (Stream<Path> entries = Files.list(root.resolve(folder))) {
            return entries.findAny().isEmpty();
        } catch (IOException e) {
            // Absent means the same.
            return true;
        }
    }

    SliceTasks.SliceReleased release(SliceTasks.ReleaseSlice slice) throws TaskFailure {
        Path machine = root.resolve("run/libvirt/qemu/gpuaas-" + slice.sliceId() + ".pid");
        if (Files.exists(machine)) {
            throw TaskFailure.notSupported("stop a virtual machine that another agent started");
        }
        return new SliceTasks.SliceReleased(slice.sliceId(), List.of(), List.of());
    }
}
