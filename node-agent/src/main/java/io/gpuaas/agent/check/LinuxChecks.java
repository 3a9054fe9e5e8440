package io.gpuaas.agent.check;

import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.telemetry.NvidiaSmi;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.topology.TopologyReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at a Linux host below a root, which is / on a host and a tree of files in tests. */
public final class LinuxChecks {

    private static final long GIBIBYTE = 1L << 30;
    private static final long DISK_FAILED = GIBIBYTE;
    private static final long DISK_WARNING = 10 * GIBIBYTE;
    private static final Duration SSH_LIMIT = Duration.ofSeconds(3);

    /** Without these no login can be made or removed. */
    private static final List<String> PROGRAMS =
            List.of("useradd", "usermod", "userdel", "groupadd", "setpriv", "ssh-keyscan");

    private static final List<String> PROGRAM_FOLDERS = List.of("usr/sbin", "usr/bin", "sbin", "bin");

    private final Path root;
    private final TopologyReader topology;
    private final NvidiaSmi smi;
    private final int sshPort;

    public LinuxChecks(Path root, TopologyReader topology, NvidiaSmi smi, int sshPort) {
        this.root = root;
        this.topology = topology;
        this.smi = smi;
        this.sshPort = sshPort;
    }

    /** The last one says what the host can sell. */
    public List<HostCheck> run(List<String> shapes) throws InterruptedException {
        List<HostCheck> checks = new ArrayList<>();
        checks.add(checked("driver", this::driver));
        checks.add(checked("gpus", this::gpus));
        checks.add(checked("iommu", this::iommu));
        checks.add(checked("vfio", this::vfio));
        checks.add(checked("disk", this::disk));
        checks.add(checked("systemd", this::systemd));
        checks.add(checked("cgroups", this::cgroups));
        checks.add(checked("programs", this::programs));
        checks.add(checked("ssh", this::ssh));
        checks.add(checked("capacity", () -> capacity(topology.read(), shapes)));
        return checks;
    }

    private interface Check {
        HostCheck run() throws IOException, InterruptedException;
    }

    /** Makes a finding of a check that failed itself, so that it does not hide the others. */
    private static HostCheck checked(String name, Check check) throws InterruptedException {
        try {
            return check.run();
        } catch (IOException | UncheckedIOException e) {
            return HostCheck.warning(
                    name,
                    "This could not be checked: " + e.getMessage(),
                    "Run gpuaas-agent check as root on the host.");
        }
    }

    private HostCheck driver() throws IOException, InterruptedException {
        long installed = gpuCount();
        if (installed == 0) {
            return HostCheck.failed(
                    "driver",
                    "No NVIDIA GPU is on the PCI bus.",
                    "Check the hardware with lspci -d 10de: and the firmware's settings.");
        }
        if (!Files.exists(root.resolve("proc/driver/nvidia/version"))) {
            return HostCheck.failed(
                    "driver",
                    installed + " NVIDIA GPUs are on the PCI bus, and no driver is loaded.",
                    "Install the NVIDIA driver, reboot, and see that nvidia-smi lists all GPUs.");
        }
        try {
            int answering = smi.query().size();
            return answering < installed
                    ? HostCheck.failed(
                            "driver",
                            "nvidia-smi lists " + answering + " of " + installed + " GPUs.",
                            "Look for Xid errors in dmesg, then reboot or replace the missing GPUs.")
                    : HostCheck.ok("driver", "nvidia-smi lists " + answering + " GPUs.");
        } catch (ProgramException | NvidiaSmi.UnreadableAnswer e) {
            return HostCheck.failed(
                    "driver",
                    "nvidia-smi does not answer: " + e.getMessage(),
                    "Install the programs of the driver (Debian package nvidia-smi) in the driver's version.");
        }
    }

    private long gpuCount() throws IOException {
        TopologyFacts facts = topology.read();
        return facts.gpus().size()
                + facts.refusals().stream()
                        .filter(refusal -> refusal.kind().equals("gpu"))
                        .count();
    }

    private HostCheck gpus() throws IOException {
        List<TopologyFacts.Refusal> refused = topology.read().refusals().stream()
                .filter(refusal -> refusal.kind().equals("gpu"))
                .toList();
        if (refused.isEmpty()) {
            return HostCheck.ok("gpus", "Every GPU has a UUID and a NUMA node.");
        }
        return HostCheck.failed(
                "gpus",
                refused.size() + " GPUs cannot be sold: "
                        + refused.stream()
                                .limit(8)
                                .map(refusal -> refusal.pciAddress() + " (" + refusal.reason() + ")")
                                .collect(Collectors.joining(", ")),
                "uuid_unknown: load the NVIDIA driver. numa_unknown: let the firmware report NUMA nodes (ACPI _PXM).");
    }

    private HostCheck iommu() throws IOException {
        int groups = countEntries(root.resolve("sys/kernel/iommu_groups"));
        return groups > 0
                ? HostCheck.ok("iommu", "The IOMMU is on, with " + groups + " groups.")
                : HostCheck.warning(
                        "iommu",
                        "The IOMMU is off, so no virtual machine can be given a GPU.",
                        "Enable VT-d or AMD-Vi in the firmware and boot with intel_iommu=on iommu=pt (AMD: iommu=pt).");
    }

    private static int countEntries(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        int count = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path ignored : entries) {
                count++;
            }
        }
        return count;
    }

    private HostCheck vfio() throws IOException {
        if (Files.isDirectory(root.resolve("sys/module/vfio_pci"))) {
            return HostCheck.ok("vfio", "The kernel module vfio-pci is loaded.");
        }
        String release =
                Files.readString(root.resolve("proc/sys/kernel/osrelease")).strip();
        Path modules = root.resolve("lib/modules").resolve(release);
        for (String list : List.of("modules.dep", "modules.builtin")) {
            Path file = modules.resolve(list);
            if (Files.isRegularFile(file)) {
                try (Stream<String> lines = Files.lines(file)) {
                    if (lines.anyMatch(line -> line.contains("/vfio-pci.ko"))) {
                        return HostCheck.ok("vfio", "The kernel " + release + " has the module vfio-pci.");
                    }
                }
            }
        }
        return HostCheck.warning(
                "vfio",
                "The kernel " + release + " has no module vfio-pci, so no virtual machine can be given a GPU.",
                "Install the package with the kernel's modules, or a kernel built with CONFIG_VFIO_PCI.");
    }

    private HostCheck disk() throws IOException {
        return disk(Files.getFileStore(root).getUsableSpace());
    }

    static HostCheck disk(long free) {
        String finding = "The root file system has " + free / GIBIBYTE + " GiB of free space.";
        String action = "Free space, or enlarge the file system that holds /home and /var/lib/gpuaas-agent.";
        if (free < DISK_FAILED) {
            return HostCheck.failed("disk", finding, action);
        }
        return free < DISK_WARNING ? HostCheck.warning("disk", finding, action) : HostCheck.ok("disk", finding);
    }

    private HostCheck systemd() {
        if (!Files.isDirectory(root.resolve("run/systemd/system"))) {
            return HostCheck.failed(
                    "systemd",
                    "systemd is not the init of this host, so tenants' programs run within the agent's limits.",
                    "Use a distribution with systemd, and run the agent as gpuaas-agent.service.");
        }
        return Files.exists(root.resolve("run/dbus/system_bus_socket"))
                ? HostCheck.ok("systemd", "systemd is the init, and D-Bus answers.")
                : HostCheck.failed(
                        "systemd",
                        "D-Bus does not run, so terminals cannot be started in services of their own.",
                        "Install and start dbus (Debian package dbus).");
    }

    private HostCheck cgroups() {
        return Files.exists(root.resolve("sys/fs/cgroup/cgroup.controllers"))
                ? HostCheck.ok("cgroups", "Control groups are of version 2.")
                : HostCheck.warning(
                        "cgroups",
                        "Control groups are of version 1 or not mounted, so devices cannot be closed to logins.",
                        "Boot with systemd.unified_cgroup_hierarchy=1.");
    }

    private HostCheck programs() {
        List<String> missing =
                PROGRAMS.stream().filter(program -> !isInstalled(program)).toList();
        return missing.isEmpty()
                ? HostCheck.ok("programs", "All programs that the agent starts are installed.")
                : HostCheck.failed(
                        "programs",
                        "These programs are missing: " + String.join(", ", missing) + ".",
                        "Install them (Debian packages passwd, util-linux and openssh-client).");
    }

    private boolean isInstalled(String program) {
        return PROGRAM_FOLDERS.stream()
                .anyMatch(folder -> Files.isExecutable(root.resolve(folder).resolve(program)));
    }

    private HostCheck ssh() {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), sshPort), (int) SSH_LIMIT.toMillis());
            return HostCheck.ok("ssh", "An SSH server answers on port " + sshPort + ".");
        } catch (IOException e) {
            return HostCheck.failed(
                    "ssh",
                    "No SSH server answers on port " + sshPort + ", so no allocation can be handed out.",
                    "Install and start an SSH server (Debian package openssh-server).");
        }
    }

    public static HostCheck capacity(TopologyFacts facts, List<String> shapes) {
        if (facts.gpus().isEmpty()) {
            return HostCheck.failed(
                    "capacity", "This host has nothing to sell: no GPU is usable.", "See the checks driver and gpus.");
        }
        String models = facts.gpus().stream()
                .collect(Collectors.groupingBy(TopologyFacts.Gpu::model, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining(", "));
        return HostCheck.ok("capacity", "This host has " + models + " and makes: " + String.join(", ", shapes) + ".");
    }
}
