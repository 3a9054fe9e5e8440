package io.gpuaas.agent.topology;

import io.gpuaas.agent.topology.TopologyFacts.Device;
import io.gpuaas.agent.topology.TopologyFacts.Disk;
import io.gpuaas.agent.topology.TopologyFacts.Gpu;
import io.gpuaas.agent.topology.TopologyFacts.Nic;
import io.gpuaas.agent.topology.TopologyFacts.NumaNode;
import io.gpuaas.agent.topology.TopologyFacts.Pairing;
import io.gpuaas.agent.topology.TopologyFacts.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the host's hardware from sysfs and proc below a root. A device whose NUMA node the firmware does not tell (-1)
 * is refused, because a slice could not be placed next to it.
 */
public final class TopologyReader {

    private static final Pattern NODE = Pattern.compile("node([0-9]+)");
    private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s+([0-9]+) kB");

    private final Sysfs sysfs;
    private final GpuUuids uuids;

    public TopologyReader(Path root, GpuUuids uuids) {
        this.sysfs = new Sysfs(root);
        this.uuids = uuids;
    }

    public TopologyFacts read() throws IOException {
        List<PciDevice> all = readDevices();
        List<Refusal> refusals = new ArrayList<>();
        List<PciDevice> gpus =
                named(offered(all.stream().filter(PciDevice::isGpu).toList(), "gpu", refusals), refusals);
        List<PciDevice> switches = all.stream().filter(PciDevice::isNvSwitch).toList();
        List<PciDevice> nvmes = offered(all.stream().filter(PciDevice::isNvme).toList(), "nvme", refusals);
        List<PciDevice> nics = offered(rdmaDevices(all), "nic", refusals);
        Set<String> mounted = mountedDevices();

        List<Disk> disks = new ArrayList<>();
        for (PciDevice nvme : nvmes) {
            disks.add(disk(nvme, mounted));
        }
        List<Nic> ports = new ArrayList<>();
        for (PciDevice nic : nics) {
            ports.add(nic(nic));
        }
        return new TopologyFacts(
                TopologyFacts.SCHEMA,
                cpuCount(),
                memory(sysfs.resolve("proc/meminfo")),
                numaNodes(),
                gpus.stream().map(gpu -> gpu(gpu, all)).toList(),
                switches.stream()
                        .map(device -> new Device(
                                device.address(), hex(device.device()), device.numaNode(), device.iommuGroup()))
                        .toList(),
                disks,
                ports,
                pairings(gpus, freeDisks(nvmes, disks), nics),
                refusals,
                null,
                null);
    }

    private List<PciDevice> readDevices() throws IOException {
        List<PciDevice> devices = new ArrayList<>();
        for (Path folder : Sysfs.list(sysfs.resolve("sys/bus/pci/devices"))) {
            Optional<Integer> vendor = Sysfs.findNumber(folder.resolve("vendor"));
            Optional<Integer> classCode = Sysfs.findNumber(folder.resolve("class"));
            if (vendor.isEmpty() || classCode.isEmpty()) {
                // Gone between listing and reading, as a device that falls off the bus does.
                continue;
            }
            devices.add(new PciDevice(
                    folder.getFileName().toString(),
                    vendor.get(),
                    Sysfs.findNumber(folder.resolve("device")).orElse(0),
                    classCode.get(),
                    Sysfs.findNumber(folder.resolve("numa_node")).orElse(-1),
                    iommuGroup(folder),
                    Sysfs.find(folder.resolve("local_cpulist")).orElse(null),
                    sysfs.realPath(folder)));
        }
        return devices;
    }

    private static @Nullable Integer iommuGroup(Path folder) throws IOException {
        Path link = folder.resolve("iommu_group");
        return Files.isSymbolicLink(link)
                ? Integer.valueOf(Files.readSymbolicLink(link).getFileName().toString())
                : null;
    }

    /** A device of a virtual machine: no driver of the host shows it. */
    public boolean isGivenToGuest(String pciAddress) {
        Path driver = sysfs.resolve("sys/bus/pci/devices").resolve(pciAddress).resolve("driver");
        try {
            return Files.readSymbolicLink(driver).endsWith("vfio-pci");
        } catch (IOException e) {
            return false;
        }
    }

    private static List<PciDevice> offered(List<PciDevice> devices, String kind, List<Refusal> refusals) {
        List<PciDevice> offered = new ArrayList<>();
        for (PciDevice device : devices) {
            if (device.numa().isPresent()) {
                offered.add(device);
            } else {
                refusals.add(new Refusal(device.address(), kind, "numa_unknown"));
            }
        }
        return offered;
    }

    private List<PciDevice> named(List<PciDevice> gpus, List<Refusal> refusals) throws IOException {
        uuids.learn(sysfs.resolve("proc/driver/nvidia/gpus"));
        List<PciDevice> named = new ArrayList<>();
        for (PciDevice gpu : gpus) {
            if (uuids.find(gpu.address()).isPresent()) {
                named.add(gpu);
            } else {
                refusals.add(new Refusal(gpu.address(), "gpu", "uuid_unknown"));
            }
        }
        return named;
    }

    private List<PciDevice> rdmaDevices(List<PciDevice> all) throws IOException {
        List<PciDevice> found = new ArrayList<>();
        for (PciDevice device : all) {
            if (!Sysfs.list(folder(device).resolve("infiniband")).isEmpty()) {
                found.add(device);
            }
        }
        return found;
    }

    private Path folder(PciDevice device) {
        return sysfs.resolve("sys/bus/pci/devices").resolve(device.address());
    }

    private Gpu gpu(PciDevice gpu, List<PciDevice> all) {
        List<String> members = all.stream()
                .filter(other -> gpu.iommuGroup() != null && gpu.iommuGroup().equals(other.iommuGroup()))
                .filter(other -> !other.isPlainBridge() && !other.address().equals(gpu.address()))
                .map(PciDevice::address)
                .toList();
        return new Gpu(
                uuids.find(gpu.address()).orElseThrow(),
                gpu.address(),
                hex(gpu.device()),
                GpuModels.name(gpu.device()),
                GpuModels.memoryBytes(gpu.device()),
                gpu.numaNode(),
                gpu.iommuGroup(),
                gpu.localCpus(),
                members);
    }

    private Disk disk(PciDevice nvme, Set<String> mounted) throws IOException {
        List<String> controllers = Sysfs.names(folder(nvme).resolve("nvme"));
        List<String> namespaces = new ArrayList<>();
        for (String controller : controllers) {
            Path controllerFolder = folder(nvme).resolve("nvme").resolve(controller);
            Sysfs.names(controllerFolder).stream()
                    .filter(name -> name.matches("nvme[0-9]+(c[0-9]+)?n[0-9]+"))
                    .forEach(namespaces::add);
        }
        boolean inUse = namespaces.stream()
                .anyMatch(namespace -> mounted.stream().anyMatch(device -> device.startsWith("/dev/" + namespace)));
        return new Disk(nvme.address(), nvme.numaNode(), nvme.iommuGroup(), controllers, namespaces, inUse);
    }

    private Nic nic(PciDevice nic) throws IOException {
        Path folder = folder(nic);
        List<String> rdma = Sysfs.names(folder.resolve("infiniband"));
        @Nullable String linkLayer = null;
        if (!rdma.isEmpty()) {
            linkLayer = Sysfs.find(folder.resolve("infiniband")
                            .resolve(rdma.getFirst())
                            .resolve("ports/1/link_layer"))
                    .orElse(null);
        }
        return new Nic(
                nic.address(),
                hex(nic.device()),
                nic.numaNode(),
                nic.iommuGroup(),
                rdma,
                Sysfs.names(folder.resolve("net")),
                linkLayer);
    }

    private static List<PciDevice> freeDisks(List<PciDevice> nvmes, List<Disk> disks) {
        Set<String> inUse = new HashSet<>();
        disks.stream().filter(Disk::inUse).forEach(disk -> inUse.add(disk.pciAddress()));
        return nvmes.stream().filter(nvme -> !inUse.contains(nvme.address())).toList();
    }

    private static List<Pairing> pairings(List<PciDevice> gpus, List<PciDevice> nvmes, List<PciDevice> nics) {
        List<PciDevice> disksLeft = new ArrayList<>(nvmes);
        List<PciDevice> nicsLeft = new ArrayList<>(nics);
        return gpus.stream()
                .map(gpu -> new Pairing(gpu.address(), takeNearest(gpu, disksLeft), takeNearest(gpu, nicsLeft)))
                .toList();
    }

    private static @Nullable String takeNearest(PciDevice gpu, List<PciDevice> left) {
        Optional<PciDevice> nearest = left.stream()
                .filter(device -> device.numaNode() == gpu.numaNode())
                .max(Comparator.comparingInt(gpu::sharedPath)
                        .thenComparing(Comparator.comparing(PciDevice::address).reversed()));
        nearest.ifPresent(left::remove);
        return nearest.map(PciDevice::address).orElse(null);
    }

    private Set<String> mountedDevices() throws IOException {
        Set<String> mounted = new HashSet<>();
        Sysfs.find(sysfs.resolve("proc/mounts"))
                .ifPresent(text -> text.lines()
                        .map(line -> line.split(" ", 2)[0])
                        .filter(device -> device.startsWith("/dev/"))
                        .forEach(mounted::add));
        return mounted;
    }

    private List<NumaNode> numaNodes() throws IOException {
        List<NumaNode> nodes = new ArrayList<>();
        for (Path folder : Sysfs.list(sysfs.resolve("sys/devices/system/node"))) {
            Matcher matcher = NODE.matcher(folder.getFileName().toString());
            if (matcher.matches()) {
                nodes.add(new NumaNode(
                        Integer.parseInt(matcher.group(1)),
                        Sysfs.find(folder.resolve("cpulist")).orElse(""),
                        memory(folder.resolve("meminfo"))));
            }
        }
        nodes.sort(Comparator.comparingInt(NumaNode::node));
        return nodes;
    }

    private int cpuCount() throws IOException {
        return (int) Sysfs.names(sysfs.resolve("sys/devices/system/cpu")).stream()
                .filter(name -> name.matches("cpu[0-9]+"))
                .count();
    }

    private static @Nullable Long memory(Path file) throws IOException {
        Matcher matcher = MEMORY.matcher(Sysfs.find(file).orElse(""));
        return matcher.find() ? Long.valueOf(Long.parseLong(matcher.group(1)) * 1024) : null;
    }

    private static String hex(int id) {
        return "0x%04x".formatted(id);
    }
}
