package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Confines a login by systemd, in its terminals and its SSH sessions: how many processes it may have, and which GPUs.
 * A login without all GPUs of the host can open only the devices of its own.
 *
 * <p>The rule that closes all devices is permanent. The rules that open some last until the next boot, because device
 * and MIG instance numbers may change then: {@link #reapply} writes them again.
 */
final class LoginUnits {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String FOR_GOOD = "etc/systemd/system";
    private static final String UNTIL_BOOT = "run/systemd/system";
    private static final String LIMITS_FILE = "50-gpuaas.conf";
    private static final String GPUS_FILE = "60-gpuaas-gpus.conf";
    private static final String GPUS_LINE = "# gpus:";

    /** No file says what the login was sold. */
    static final String GPUS_UNKNOWN = "gpus_unknown";

    /** Without a limit in the task. As for users of the host in general. */
    private static final String TASKS_DEFAULT = "33%";

    /** Devices that programs need besides GPUs: FUSE file systems, container networks, RDMA. */
    private static final List<String> OTHER_DEVICES = List.of("/dev/fuse", "/dev/net/tun", "/dev/infiniband/rdma_cm");

    /**
     * Services that run programs of logins outside their slices: timed jobs, mail, and SSH should no session be made.
     * No GPU is reached from there.
     */
    private static final List<String> OTHER_WAYS = List.of(
            "ssh.service",
            "sshd.service",
            "ssh@.service",
            "sshd@.service",
            "cron.service",
            "crond.service",
            "atd.service",
            "postfix@.service",
            "exim4.service");

    private final Path root;
    private final GpuDevices devices;
    private final Instances instances;
    private final boolean hasSystemd;
    private final List<String> systemctl;

    /** The MIG instance an allocation has. */
    interface Instances {
        Optional<GpuDevices.Instance> find(UUID allocation) throws TaskFailure, InterruptedException;
    }

    LoginUnits(Path root, Instances instances) {
        this(root, instances, TenantUnits.arePossible(), List.of("systemctl"));
    }

    LoginUnits(Path root, Instances instances, boolean hasSystemd, List<String> systemctl) {
        this.root = root;
        this.devices = new GpuDevices(root);
        this.instances = instances;
        this.hasSystemd = hasSystemd;
        this.systemctl = List.copyOf(systemctl);
    }

    /** A login of an allocation. */
    record Holder(String name, UUID allocation, int uid, int gid) {

        List<String> slices() {
            return List.of(TenantUnits.slice(allocation), TenantUnits.userSlice(uid));
        }
    }

    /** The device files that a login may open, and the driver's names of their devices. */
    record Sold(List<String> nodes, Set<String> uuids, Set<String> pciAddresses, boolean isConfined) {}

    /** Before the login can be used. */
    void confine(Holder holder, List<String> gpuUuids, @Nullable Integer processesMax)
            throws TaskFailure, InterruptedException {
        try {
            Sold sold = sold(holder, gpuUuids);
            if (sold.isConfined()) {
                requireConfinement();
            }
            if (hasSystemd) {
                for (String slice : holder.slices()) {
                    write(FOR_GOOD, slice, LIMITS_FILE, limits(holder, gpuUuids, processesMax, sold.isConfined()));
                    writeGpus(slice, sold);
                }
                if (sold.isConfined()) {
                    closeOtherWays();
                }
                reload();
            }
        } catch (IOException e) {
            throw TaskFailure.failed("devices_not_confined", "which GPUs the login may use cannot be set", e);
        }
    }

    /** All GPUs of the host, undivided: there is nobody to keep away. A host without GPUs has none to close. */
    private Sold sold(Holder holder, List<String> gpuUuids) throws IOException, TaskFailure, InterruptedException {
        Optional<GpuDevices.Instance> instance = instances.find(holder.allocation());
        if (instance.isPresent()) {
            return new Sold(
                    require(devices.nodes(instance.get())),
                    Set.of(instance.get().uuid()),
                    Set.of(instance.get().pciAddress()),
                    true);
        }
        List<GpuDevices.Gpu> all = devices.list();
        List<GpuDevices.Gpu> ours =
                all.stream().filter(gpu -> gpuUuids.contains(gpu.uuid())).toList();
        Set<String> addresses = new HashSet<>();
        ours.forEach(gpu -> addresses.add(gpu.pciAddress()));
        boolean isConfined = ours.size() < all.size();
        if (isConfined && ours.size() < gpuUuids.size()) {
            throw TaskFailure.failed("gpu_not_visible", "the driver does not show all GPUs of the login");
        }
        return new Sold(
                isConfined ? require(ours.stream().map(GpuDevices::node).toList()) : List.of(),
                Set.copyOf(gpuUuids),
                addresses,
                isConfined);
    }

    /** systemd passes over a device that is not there, and the login would have no GPU. */
    private List<String> require(List<String> nodes) throws IOException {
        for (String node : nodes) {
            if (!devices.exists(node)) {
                throw new IOException("there is no device " + node);
            }
        }
        return nodes;
    }

    private void requireConfinement() throws TaskFailure, InterruptedException, IOException {
        if (!hasSystemd) {
            throw TaskFailure.failed(
                    "devices_not_confined", "without systemd as init this host cannot keep GPUs of logins apart");
        }
        if (!putsSessionsIntoSlices("sshd", new HashSet<>())) {
            throw TaskFailure.failed(
                    "devices_not_confined",
                    "SSH sessions of this host are in no slice of their own: pam_systemd is not in /etc/pam.d/sshd");
        }
    }

    private boolean putsSessionsIntoSlices(String service, Set<String> seen) throws IOException {
        Path file = root.resolve("etc/pam.d").resolve(service);
        if (!seen.add(service) || Files.notExists(file)) {
            return false;
        }
        for (String line : Files.readAllLines(file)) {
            String[] words = line.strip().split("\\s+", -1);
            boolean isInclude = words.length >= 2 && words[0].equals("@include");
            boolean isSessionInclude = words.length >= 3
                    && words[0].endsWith("session")
                    && (words[1].equals("include") || words[1].equals("substack"));
            boolean isModule = words[0].endsWith("session") && line.contains("pam_systemd.so");
            if (isModule
                    || (isInclude && putsSessionsIntoSlices(words[1], seen))
                    || (isSessionInclude && putsSessionsIntoSlices(words[2], seen))) {
                return true;
            }
        }
        return false;
    }

    private String limits(Holder holder, List<String> gpuUuids, @Nullable Integer processesMax, boolean isConfined) {
        List<String> lines = new ArrayList<>();
        lines.add("# Written by the agent for allocation " + holder.allocation() + ", removed with its login.");
        lines.add(GPUS_LINE + " " + String.join(" ", gpuUuids));
        lines.add("[Slice]");
        lines.add("TasksMax=" + (processesMax == null ? TASKS_DEFAULT : processesMax.toString()));
        if (isConfined) {
            lines.add("DevicePolicy=closed");
            OTHER_DEVICES.stream().filter(devices::exists).forEach(node -> lines.add("DeviceAllow=" + node + " rw"));
            if (devices.exists("/dev/infiniband")) {
                lines.add("DeviceAllow=char-infiniband_verbs rw");
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private void writeGpus(String slice, Sold sold) throws IOException {
        List<String> lines = new ArrayList<>(List.of("[Slice]"));
        if (!sold.nodes().isEmpty()) {
            devices.common().forEach(node -> lines.add("DeviceAllow=" + node + " rw"));
        }
        sold.nodes()
                .forEach(node ->
                        lines.add("DeviceAllow=" + node + (node.startsWith("/dev/nvidia-caps/") ? " r" : " rw")));
        write(UNTIL_BOOT, slice, GPUS_FILE, String.join("\n", lines) + "\n");
    }

    private void closeOtherWays() throws IOException {
        for (String service : OTHER_WAYS) {
            write(
                    FOR_GOOD,
                    service,
                    LIMITS_FILE,
                    "# Written by the agent: GPUs are used from slices of logins.\n[Service]\nDevicePolicy=closed\n");
        }
    }

    /** After a start of the host: what could not be opened again, in sentences. */
    List<String> reapply(List<Holder> holders) throws InterruptedException {
        List<String> troubles = new ArrayList<>();
        for (Holder holder : hasSystemd ? holders : List.<Holder>of()) {
            try {
                Sold sold = sold(holder, soldBefore(holder));
                for (String slice : holder.slices()) {
                    writeGpus(slice, sold);
                }
            } catch (IOException | TaskFailure e) {
                troubles.add("the GPUs of allocation " + holder.allocation() + " stay closed: " + e.getMessage());
            }
        }
        if (hasSystemd && !holders.isEmpty()) {
            try {
                reload();
            } catch (TaskFailure e) {
                troubles.add("the GPUs of logins stay closed: " + e.getMessage());
            }
        }
        return troubles;
    }

    /** Fails if it is unknown what the login was sold, or the driver no longer shows it. */
    Sold requireSold(Holder holder) throws IOException, TaskFailure, InterruptedException {
        if (!hasSystemd) {
            // Such a host is only sold as a whole.
            return sold(
                    holder, devices.list().stream().map(GpuDevices.Gpu::uuid).toList());
        }
        return sold(holder, soldBefore(holder));
    }

    private List<String> soldBefore(Holder holder) throws IOException, TaskFailure {
        return findSoldBefore(folder(FOR_GOOD, holder.slices().getFirst()))
                .orElseThrow(() -> TaskFailure.failed(
                        GPUS_UNKNOWN, "no file says which GPUs the login " + holder.name() + " was sold"));
    }

    /** Those of the task that made the login. */
    private static Optional<List<String>> findSoldBefore(Path folder) throws IOException {
        Path file = folder.resolve(LIMITS_FILE);
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        return Optional.of(Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(GPUS_LINE))
                .flatMap(line ->
                        List.of(line.substring(GPUS_LINE.length()).strip().split(" ")).stream())
                .filter(uuid -> !uuid.isEmpty())
                .toList());
    }

    /** UUIDs by allocation, whether or not its login exists. */
    Map<UUID, List<String>> listSold() throws IOException {
        Map<UUID, List<String>> found = new HashMap<>();
        Path units = root.resolve(FOR_GOOD);
        if (!hasSystemd || !Files.isDirectory(units)) {
            return found;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(units, "gpuaas-tenants-*.slice.d")) {
            for (Path folder : folders) {
                String unit = folder.getFileName().toString();
                Optional<List<String>> gpus = findSoldBefore(folder);
                if (gpus.isPresent()) {
                    TenantUnits.findAllocation(unit.substring(0, unit.length() - ".d".length()))
                            .ifPresent(allocation -> found.put(allocation, gpus.get()));
                }
            }
        }
        return found;
    }

    /** Once nothing of the login runs. */
    void release(Holder holder) throws TaskFailure, InterruptedException {
        if (!hasSystemd) {
            return;
        }
        try {
            for (String slice : holder.slices()) {
                remove(FOR_GOOD, slice, LIMITS_FILE);
                remove(UNTIL_BOOT, slice, GPUS_FILE);
            }
        } catch (IOException e) {
            throw TaskFailure.failed("rights_not_removed", "cannot remove what the login was held to", e);
        }
        reload();
    }

    private void reload() throws TaskFailure, InterruptedException {
        List<String> command = new ArrayList<>(systemctl);
        command.add("daemon-reload");
        Programs.require("systemd_failed", Program.of(LIMIT, command));
    }

    private Path folder(String where, String unit) {
        return root.resolve(where).resolve(unit + ".d");
    }

    private void write(String where, String unit, String name, String text) throws IOException {
        Path folder = Files.createDirectories(folder(where, unit));
        // systemd reads only names that end in .conf.
        Path fresh = Files.writeString(folder.resolve("." + name + ".new"), text);
        Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void remove(String where, String unit, String name) throws IOException {
        Path folder = folder(where, unit);
        Files.deleteIfExists(folder.resolve(name));
        if (Files.isDirectory(folder)) {
            try (var rest = Files.list(folder)) {
                if (rest.findAny().isEmpty()) {
                    Files.delete(folder);
                }
            }
        }
    }
}
