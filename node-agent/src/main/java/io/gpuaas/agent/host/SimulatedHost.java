package io.gpuaas.agent.host;

import io.gpuaas.agent.check.HostCheck;
import io.gpuaas.agent.check.LinuxChecks;
import io.gpuaas.agent.host.SimulatedGpus.GpuModel;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.OciTasks;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.TaskType;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.agent.telemetry.HostSample;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.agent.topology.SysfsTree;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.topology.TopologyReader;
import io.gpuaas.agent.wire.ControlPlane.RunningThing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A host with eight GPUs that is a folder. It keeps users, slices and containers as files, takes its time, and breaks
 * when told to. Its topology is a sysfs tree read by the same reader as a real one.
 */
public final class SimulatedHost implements HostDriver {

    private static final List<String> SHAPES = List.of("bare_metal", "gpu_slice", "mig");
    private static final Duration REFRESH = Duration.ofSeconds(2);
    private static final List<String> TENANT_THINGS = List.of("user", "slice", "mig", "container");

    private final Sandbox sandbox;
    private final SimulatedFaults faults;
    private final SimulatedGpus gpus;
    private final GuestTokens guests;
    private final double speed;
    private final Clock clock;
    private final TopologyFacts topology;
    private final SimulatedMig mig;
    private final SimulatedLogins logins;
    private final SimulatedFigures figures;
    private final AtomicBoolean isRefreshing = new AtomicBoolean();

    /** Held while files of logins are written or removed. */
    private final Object files = new Object();

    public SimulatedHost(Simulation simulation, GuestTokens guests, Clock clock) throws IOException {
        Path root = simulation.folder();
        this.sandbox = new Sandbox(root);
        this.logins = new SimulatedLogins(sandbox);
        this.faults = new SimulatedFaults(simulation.faults(), root.resolve("faults"), simulation.seed());
        GpuModel model = GpuModel.valueOf(simulation.model().toUpperCase(Locale.ROOT));
        this.gpus = new SimulatedGpus(model, simulation.seed(), faults, clock);
        this.guests = guests;
        this.speed = simulation.speed();
        this.clock = clock;
        if (Files.notExists(root.resolve("machine"))) {
            SysfsTree.buildHgx(root.resolve("machine.new"), model.deviceId, simulation.seed());
            Files.move(root.resolve("machine.new"), root.resolve("machine"));
        }
        this.topology = new TopologyReader(root.resolve("machine"), new GpuUuids(root.resolve("gpu-uuids.json")))
                .read()
                .making(SHAPES)
                .asSimulated();
        this.mig = new SimulatedMig(sandbox, this::bootId);
        this.figures = new SimulatedFigures(sandbox, logins, mig, gpus, topology, clock);
    }

    @Override
    public String bootId() throws IOException {
        Path file = sandbox.path("boot-id");
        if (Files.notExists(file)) {
            Files.writeString(file, UUID.randomUUID().toString());
        }
        return Files.readString(file).strip();
    }

    @Override
    public TopologyFacts topology() {
        return topology;
    }

    @Override
    public HostSample sample() {
        try {
            synchronized (files) {
                return figures.measure();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the simulated host", e);
        }
    }

    @Override
    public List<HostCheck> checks() {
        return List.of(
                HostCheck.ok("simulation", "This host is simulated: it has no hardware to check."),
                LinuxChecks.capacity(topology, SHAPES));
    }

    @Override
    public List<RunningThing> listRunning() throws IOException {
        List<RunningThing> running = new ArrayList<>();
        logins.listOfHost().forEach(user -> running.add(new RunningThing("user", user)));
        for (String kind : List.of("slice", "container")) {
            sandbox.list(kind).forEach(id -> running.add(new RunningThing(kind, id)));
        }
        mig.list().forEach(id -> running.add(new RunningThing("mig", id)));
        return running;
    }

    @Override
    public UserTasks.UserProvisioned provisionUser(UserTasks.ProvisionUser user, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.PROVISION_USER, progress, () -> {
            Optional<SimulatedLogins.Login> existing = logins.find(user.username());
            if (existing.isPresent() && !existing.get().allocationId().equals(user.allocationId())) {
                throw TaskFailure.failed("user_conflict", user.username() + " belongs to another allocation");
            }
            step(TaskType.PROVISION_USER, progress, "account", "creating " + user.username(), 400);
            int uid = user.uid() != null
                    ? user.uid()
                    : existing.map(SimulatedLogins.Login::uid).orElse(logins.freeUid());
            Path home = logins.home(user.username());
            if (existing.isEmpty()) {
                sandbox.recordEffectOnce("user.provision", "user.revoke", user.username(), progress.key());
            }
            step(TaskType.PROVISION_USER, progress, "keys", user.sshKeys().size() + " SSH keys", 150);
            logins.save(
                    user.username(),
                    new SimulatedLogins.Login(user.allocationId(), uid, null, user.gpuUuids()),
                    user.sshKeys());
            step(TaskType.PROVISION_USER, progress, "verify", "signing in", 300);
            List<UserTasks.SeenGpu> seen = topology.gpus().stream()
                    .map(gpu -> gpus.seen(gpu.pciAddress()))
                    .filter(gpu -> user.gpuUuids().isEmpty() || user.gpuUuids().contains(gpu.uuid()))
                    .toList();
            return new UserTasks.UserProvisioned(
                    user.username(), uid, home.toString(), 22, logins.hostKeys(user.username()), seen);
        });
    }

    @Override
    public UserTasks.UserRevoked revokeUser(UserTasks.RevokeUser user, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.REVOKE_USER, progress, () -> {
            boolean exists = logins.find(user.username()).isPresent();
            if (exists) {
                step(TaskType.REVOKE_USER, progress, "processes", "ending sessions", 500);
                removeLogin(user.username());
                sandbox.recordEffect("user.revoke", user.username(), progress.key());
            } else {
                // Of an attempt that was killed a folder may be left.
                removeLogin(user.username());
            }
            return new UserTasks.UserRevoked(exists, exists ? 1 : 0);
        });
    }

    private void removeLogin(String username) throws IOException {
        synchronized (files) {
            sandbox.remove("user", username);
        }
    }

    @Override
    public UserTasks.SshKeysReconciled reconcileSshKeys(UserTasks.ReconcileSshKeys keys, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.RECONCILE_SSH_KEYS, progress, () -> {
            if (logins.find(keys.username()).isEmpty()) {
                throw TaskFailure.failed("user_absent", "there is no login " + keys.username());
            }
            step(TaskType.RECONCILE_SSH_KEYS, progress, "keys", keys.sshKeys().size() + " SSH keys", 150);
            UserTasks.SshKeysReconciled change = logins.writeKeys(keys.username(), keys.sshKeys());
            if (change.added() + change.removed() > 0) {
                sandbox.recordEffect("ssh_keys.reconcile", keys.username(), progress.key());
            }
            return change;
        });
    }

    @Override
    public SliceTasks.SliceProvisioned provisionSlice(SliceTasks.ProvisionSlice slice, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.PROVISION_SLICE, progress, () -> {
            requireFreeGpus(slice);
            step(TaskType.PROVISION_SLICE, progress, "bind", slice.gpus().size() + " GPUs to vfio-pci", 2_000);
            step(TaskType.PROVISION_SLICE, progress, "image", slice.image().label(), 8_000);
            step(TaskType.PROVISION_SLICE, progress, "seed", "cloud-init", 300);
            String id = slice.sliceId().toString();
            boolean isNew = sandbox.find("slice", id, SimulatedSlice.class).isEmpty();
            if (isNew) {
                Files.writeString(sandbox.folder("slice", id).resolve("telemetry-token"), guests.issue(id));
                sandbox.recordEffectOnce("slice.provision", "slice.release", id, progress.key());
            }
            sandbox.save(
                    "slice",
                    id,
                    new SimulatedSlice(
                            slice.allocationId(),
                            slice.username(),
                            slice.gpus(),
                            slice.nvmes(),
                            slice.cpus(),
                            slice.memoryBytes()));
            logins.save(
                    slice.username(),
                    new SimulatedLogins.Login(slice.allocationId(), logins.freeUid(), slice.sliceId(), List.of()),
                    slice.sshKeys());
            step(TaskType.PROVISION_SLICE, progress, "boot", slice.name(), 12_000);
            step(TaskType.PROVISION_SLICE, progress, "driver", "waiting for the driver", 6_000);
            return new SliceTasks.SliceProvisioned(
                    slice.sliceId(),
                    "10.80." + Math.floorMod(id.hashCode(), 250) + ".10",
                    22,
                    logins.hostKeys(slice.username()),
                    slice.gpus().stream().map(gpus::seen).toList(),
                    18);
        });
    }

    private void requireFreeGpus(SliceTasks.ProvisionSlice slice) throws TaskFailure, IOException {
        List<String> known =
                topology.gpus().stream().map(TopologyFacts.Gpu::pciAddress).toList();
        for (String address : slice.gpus()) {
            int index = known.indexOf(address);
            if (index < 0 || faults.isLost(index)) {
                throw TaskFailure.failed("gpu_absent", "there is no GPU at " + address);
            }
        }
        for (String id : sandbox.list("slice")) {
            Optional<SimulatedSlice> other = sandbox.find("slice", id, SimulatedSlice.class);
            if (!id.equals(slice.sliceId().toString())
                    && other.isPresent()
                    && other.get().gpus().stream().anyMatch(slice.gpus()::contains)) {
                throw TaskFailure.failed("gpu_in_use", "slice " + id + " holds one of these GPUs");
            }
        }
    }

    @Override
    public SliceTasks.SliceReleased releaseSlice(SliceTasks.ReleaseSlice slice, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.RELEASE_SLICE, progress, () -> {
            String id = slice.sliceId().toString();
            Optional<SimulatedSlice> existing = sandbox.find("slice", id, SimulatedSlice.class);
            if (existing.isEmpty()) {
                // An attempt that was killed may have left the beginning, or the end, of one.
                guests.revoke(id);
                sandbox.remove("slice", id);
                return new SliceTasks.SliceReleased(slice.sliceId(), List.of(), List.of());
            }
            step(TaskType.RELEASE_SLICE, progress, "stop", "shutting the machine down", 3_000);
            step(
                    TaskType.RELEASE_SLICE,
                    progress,
                    "sanitize",
                    existing.get().nvmes().size() + " disks",
                    4_000);
            guests.revoke(id);
            removeLogin(existing.get().username());
            sandbox.remove("slice", id);
            sandbox.recordEffect("slice.release", id, progress.key());
            return new SliceTasks.SliceReleased(
                    slice.sliceId(), existing.get().gpus(), existing.get().nvmes());
        });
    }

    @Override
    public MigTasks.SeenInstance provisionMig(MigTasks.ProvisionMig task, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.PROVISION_MIG, progress, () -> {
            step(TaskType.PROVISION_MIG, progress, "instance", "profile " + task.profileId(), 1_500);
            return mig.provision(task, progress.key());
        });
    }

    @Override
    public MigTasks.MigReleased releaseMig(MigTasks.ReleaseMig task, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.RELEASE_MIG, progress, () -> {
            step(TaskType.RELEASE_MIG, progress, "instance", "removing", 800);
            return mig.release(task, progress.key());
        });
    }

    @Override
    public List<String> reapply() throws IOException {
        mig.reapply();
        return List.of();
    }

    @Override
    public OciTasks.ContainerLaunched launchContainer(OciTasks.LaunchContainer container, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.LAUNCH_CONTAINER, progress, () -> {
            String id = container.containerId().toString();
            step(TaskType.LAUNCH_CONTAINER, progress, "pull", container.image(), 5_000);
            if (sandbox.find("container", id, SimulatedContainer.class).isEmpty()) {
                sandbox.recordEffectOnce("oci.launch", "oci.stop", id, progress.key());
                sandbox.save("container", id, new SimulatedContainer(container.image(), clock.instant()));
            }
            step(TaskType.LAUNCH_CONTAINER, progress, "start", id, 800);
            List<OciTasks.OpenPort> ports = container.ports().stream()
                    .map(port -> new OciTasks.OpenPort(
                            port.containerPort(),
                            port.hostPort() != null ? port.hostPort() : 30_000 + port.containerPort() % 20_000))
                    .toList();
            String digest = container.image().substring(container.image().lastIndexOf('@') + 1);
            return new OciTasks.ContainerLaunched(container.containerId(), "running", null, ports, digest);
        });
    }

    @Override
    public OciTasks.ContainerStopped stopContainer(OciTasks.StopContainer container, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.STOP_CONTAINER, progress, () -> {
            String id = container.containerId().toString();
            boolean exists =
                    sandbox.find("container", id, SimulatedContainer.class).isPresent();
            if (exists) {
                step(TaskType.STOP_CONTAINER, progress, "stop", id, 1_000);
                sandbox.remove("container", id);
                sandbox.recordEffect("oci.stop", id, progress.key());
            }
            return new OciTasks.ContainerStopped(container.containerId(), exists, exists ? 0 : null);
        });
    }

    @Override
    public OciTasks.ContainerSeen containerStatus(OciTasks.ContainerStatus container, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(
                TaskType.CONTAINER_STATUS,
                progress,
                () -> sandbox.find("container", container.containerId().toString(), SimulatedContainer.class)
                        .map(found -> new OciTasks.ContainerSeen(
                                container.containerId(), "running", null, found.startedAt(), null))
                        .orElseGet(
                                () -> new OciTasks.ContainerSeen(container.containerId(), "absent", null, null, null)));
    }

    @Override
    public NodeTaskPayloads.GpusVerified verifyGpus(NodeTaskPayloads.VerifyGpus wanted, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.VERIFY_GPUS, progress, () -> {
            step(TaskType.VERIFY_GPUS, progress, "driver", "asking the driver", 1_000);
            List<String> known =
                    topology.gpus().stream().map(TopologyFacts.Gpu::pciAddress).toList();
            return new NodeTaskPayloads.GpusVerified(
                    wanted.gpus().stream()
                            .map(address -> verdict(address, known.indexOf(address)))
                            .toList(),
                    mig.seen(wanted.instances()));
        });
    }

    private NodeTaskPayloads.GpuVerdict verdict(String address, int index) {
        if (index < 0 || faults.isLost(index)) {
            return new NodeTaskPayloads.GpuVerdict(address, null, false, "the driver does not show it");
        }
        List<Integer> xids = faults.xids(index);
        return new NodeTaskPayloads.GpuVerdict(
                address, gpus.uuid(address), xids.isEmpty(), xids.isEmpty() ? null : "Xid " + xids);
    }

    @Override
    public NodeTaskPayloads.HostReimaged reimageHost(NodeTaskPayloads.ReimageHost host, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(TaskType.REIMAGE_HOST, progress, () -> {
            step(TaskType.REIMAGE_HOST, progress, "wipe", "erasing disks", 4_000);
            for (String kind : TENANT_THINGS) {
                for (String id : sandbox.list(kind)) {
                    synchronized (files) {
                        sandbox.remove(kind, id);
                    }
                }
            }
            step(TaskType.REIMAGE_HOST, progress, "install", "writing the image", 8_000);
            step(TaskType.REIMAGE_HOST, progress, "boot", "starting", 6_000);
            sandbox.recordEffect("host.reimage", host.allocationId().toString(), progress.key());
            return new NodeTaskPayloads.HostReimaged(true, "simulated");
        });
    }

    /** A real shell, confined to the folder that is the login's home, on a machine that looks as it was sold. */
    @Override
    public Login login(UUID allocation, String username) throws TaskFailure {
        try {
            HostLogin made;
            synchronized (files) {
                SimulatedLogins.Login login = logins.find(username)
                        .filter(one -> one.allocationId().equals(allocation))
                        .orElseThrow(() -> TaskFailure.failed(
                                "user_absent", "there is no login " + username + " of this allocation"));
                made = Confinement.login(
                        username, login.uid(), logins.machine(username), size(login), logins.home(username));
                figures.measure();
            }
            if (isRefreshing.compareAndSet(false, true)) {
                Thread.ofVirtual().name("simulated-figures").start(this::refreshFigures);
            }
            return made;
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "the simulated host failed", e);
        }
    }

    private SimulatedMachine.Size size(SimulatedLogins.Login login) throws IOException {
        Optional<SimulatedSlice> slice = login.sliceId() == null
                ? Optional.empty()
                : sandbox.find("slice", login.sliceId().toString(), SimulatedSlice.class);
        Integer cpus = slice.map(SimulatedSlice::cpus).orElse(null);
        Long memory = slice.map(SimulatedSlice::memoryBytes).orElse(null);
        return new SimulatedMachine.Size(
                cpus == null ? topology.cpus() : cpus,
                memory == null
                        ? Objects.requireNonNull(topology.memoryBytes(), "the invented tree has its memory")
                        : memory);
    }

    /** Between two heartbeats, until no login has a shell: people look again at once after they changed the load. */
    private void refreshFigures() {
        try {
            while (figures.haveReaders()) {
                sample();
                Thread.sleep(REFRESH);
            }
        } catch (IOException | UncheckedIOException e) {
            // The next heartbeat's sample fails in the same way and is logged there; the next shell starts this again.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            isRefreshing.set(false);
        }
    }

    @Override
    public SshServer sshServer(UUID allocation, String username) throws TaskFailure {
        return new SshServer.Served(login(allocation, username).running(SimulatedSsh.SERVER));
    }

    @Override
    public LogFollower followLog(String source, int tailLines, boolean follow) throws TaskFailure {
        throw TaskFailure.notSupported("follow the " + source + " log of a simulated host");
    }

    @Override
    public NodeTaskPayloads.LogsCollected collectLogs(NodeTaskPayloads.CollectLogs logs, Progress progress)
            throws TaskFailure, InterruptedException {
        return act(
                TaskType.COLLECT_LOGS,
                progress,
                () -> new NodeTaskPayloads.LogsCollected(logs.sources().stream()
                        .map(source ->
                                new NodeTaskPayloads.CollectedLog(source, "simulated " + source + " log\n", false))
                        .toList()));
    }

    private <T> T act(TaskType type, Progress progress, Act<T> act) throws TaskFailure, InterruptedException {
        try {
            sandbox.recordExecution(progress.key(), type.wire());
            return act.run();
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "the simulated host failed", e);
        }
    }

    private void step(TaskType type, Progress progress, String phase, String message, int millis)
            throws TaskFailure, InterruptedException {
        progress.phase(phase, message);
        Thread.sleep(Math.round(millis / speed * faults.slowness(type.wire())));
        if (faults.fails(type.wire(), progress.key())) {
            throw TaskFailure.failed("simulated_fault", "told to fail in phase " + phase);
        }
    }

    private interface Act<T> {
        T run() throws TaskFailure, InterruptedException, IOException;
    }

    /** Its size is absent in files of earlier agents. */
    record SimulatedSlice(
            UUID allocationId,
            String username,
            List<String> gpus,
            List<String> nvmes,
            @Nullable Integer cpus,
            @Nullable Long memoryBytes) {}

    record SimulatedContainer(String image, Instant startedAt) {}
}
