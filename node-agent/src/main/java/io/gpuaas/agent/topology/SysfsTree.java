package io.gpuaas.agent.topology;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;

/** Builds a tree like /sys and /proc of a machine that is not here: for simulated hosts and for tests. */
public final class SysfsTree {

    private final Path root;

    public SysfsTree(Path root) {
        this.root = root;
    }

    /** An HGX board: two sockets, four GPUs each, every GPU behind a switch with its own disk and fabric port. */
    public static void buildHgx(Path root, int gpuDeviceId, long seed) throws IOException {
        SysfsTree tree = new SysfsTree(root);
        tree.numaNode(0, "0-55,112-167", 1_056_561_408L);
        tree.numaNode(1, "56-111,168-223", 1_056_944_128L);
        tree.cpus(224);
        tree.memoryKilobytes(2_113_505_536L);
        for (int i = 0; i < 8; i++) {
            int numa = i / 4;
            int bus = (numa == 0 ? 0x10 : 0x90) + 0x10 * (i % 4);
            String bridge = "pci0000:%02x/0000:%02x:01.0/0000:%02x:00.0".formatted(bus, bus, bus + 1);
            String cpus = numa == 0 ? "0-55,112-167" : "56-111,168-223";
            tree.device(
                    bridge + "/0000:%02x:00.0".formatted(bus + 2), 0x10de, gpuDeviceId, 0x030200, numa, 40 + i, cpus);
            tree.driver("0000:%02x:00.0".formatted(bus + 2), seed);
            String disk = bridge + "/0000:%02x:00.0".formatted(bus + 3);
            tree.device(disk, 0x144d, 0xa80a, 0x010802, numa, 60 + i, cpus);
            tree.write("sys/devices/" + disk + "/nvme/nvme" + i + "/nvme" + i + "n1/size", "7501476528");
            String nic = bridge + "/0000:%02x:00.0".formatted(bus + 4);
            tree.device(nic, 0x15b3, 0x1021, 0x020700, numa, 80 + i, cpus);
            tree.write("sys/devices/" + nic + "/infiniband/mlx5_" + i + "/ports/1/link_layer", "InfiniBand");
            tree.write("sys/devices/" + nic + "/net/ib" + i + "/mtu", "4092");
        }
        for (int i = 0; i < 4; i++) {
            tree.device(
                    "pci0000:e0/0000:e0:01.%d/0000:e%d:00.0".formatted(i, i + 1),
                    0x10de,
                    0x22a3,
                    0x068000,
                    1,
                    100 + i,
                    "");
        }
        tree.write("proc/mounts", "/dev/sda2 / ext4 rw 0 0\n");
    }

    public void device(String path, int vendor, int device, int classCode, int numaNode, int iommuGroup, String cpus)
            throws IOException {
        String folder = "sys/devices/" + path;
        String address = path.substring(path.lastIndexOf('/') + 1);
        write(folder + "/vendor", "0x%04x".formatted(vendor));
        write(folder + "/device", "0x%04x".formatted(device));
        write(folder + "/class", "0x%06x".formatted(classCode));
        write(folder + "/numa_node", Integer.toString(numaNode));
        write(folder + "/local_cpulist", cpus);
        write(folder + "/driver_override", "(null)");
        link("sys/bus/pci/devices/" + address, folder);
        if (iommuGroup >= 0) {
            Files.createDirectories(root.resolve("sys/kernel/iommu_groups/" + iommuGroup + "/devices"));
            link(folder + "/iommu_group", "sys/kernel/iommu_groups/" + iommuGroup);
            link("sys/kernel/iommu_groups/" + iommuGroup + "/devices/" + address, folder);
        }
    }

    /** Writes the driver's file about a GPU that is bound to it. */
    public void driver(String address, long seed) throws IOException {
        write(
                "proc/driver/nvidia/gpus/" + address + "/information",
                "Model: \t\t NVIDIA\nGPU UUID: \t " + gpuUuid(address, seed));
    }

    public static String gpuUuid(String address, long seed) {
        return "GPU-" + UUID.nameUUIDFromBytes((seed + "/" + address).getBytes(StandardCharsets.UTF_8));
    }

    public void numaNode(int node, String cpus, long memoryKilobytes) throws IOException {
        write("sys/devices/system/node/node" + node + "/cpulist", cpus);
        write(
                "sys/devices/system/node/node" + node + "/meminfo",
                "Node " + node + " MemTotal:       " + memoryKilobytes + " kB");
    }

    public void cpus(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu" + i));
        }
    }

    public void memoryKilobytes(long kilobytes) throws IOException {
        write("proc/meminfo", "MemTotal:       " + kilobytes + " kB\nMemAvailable:   " + kilobytes / 10 * 9 + " kB");
    }

    public void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Files.writeString(path, content + "\n");
    }

    public void link(String link, String target) throws IOException {
        Path from = root.resolve(link);
        Path folder = Objects.requireNonNull(from.getParent());
        Files.createDirectories(folder);
        Files.createSymbolicLink(from, folder.relativize(root.resolve(target)));
    }
}
