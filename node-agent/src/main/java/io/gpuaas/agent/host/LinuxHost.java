package io.gpuaas.agent.host;

import io.gpuaas.agent.check.HostCheck;
import io.gpuaas.agent.check.LinuxChecks;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.OciTasks;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.HostSample;
import io.gpuaas.agent.telemetry.LinuxTelemetry;
import io.gpuaas.agent.telemetry.NvidiaSmi;
import io.gpuaas.agent.telemetry.ProcReader;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.topology.TopologyReader;
import io.gpuaas.agent.wire.ControlPlane.RunningThing;
import io.gpuaas.agent.wire.Heartbeat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A real Linux machine. Slices and containers need libvirt, VFIO and podman and are refused until they are built. */
public final class LinuxHost implements HostDriver {

    /** No slices: {@link LinuxSlices} refuses them. */
    private static final List<String> SHAPES = List.of("bare_metal", "mig");

    private static final Path ROOT = Path.of("/");

    private final TopologyReader topology;
    private final LinuxTelemetry telemetry;
    private final NvidiaSmi smi;
    private final LinuxUsers users;
    private final LoginUnits units;
    private final LoginVerification verification;
    private final LinuxLogs logs;
    private final SshDaemon ssh;
    private final LinuxMig mig;
    private final LinuxSlices slices;
    private final GuestShells guests;

    public LinuxHost(Path sysfs, GpuUuids uuids, Path agentLog, Path migFile, GuestShells guests, int sshPort) {
        this(
                new TopologyReader(sysfs, uuids),
                new ProcReader(sysfs),
                new NvidiaSmi("nvidia-smi"),
                new LinuxLogs(agentLog),
                new SshDaemon(sshPort),
                new LinuxMig(new MigSmi("nvidia-smi"), migFile),
                new LinuxSlices(sysfs),
                guests);
    }

    LinuxHost(
            TopologyReader topology,
            ProcReader proc,
            NvidiaSmi smi,
            LinuxLogs logs,
            SshDaemon ssh,
            LinuxMig mig,
            LinuxSlices slices,
            GuestShells guests) {
        this(topology, proc, smi, logs, ssh, mig, slices, guests, Logins.ofThisHost(smi, mig));
    }

    LinuxHost(
            TopologyReader topology,
            ProcReader proc,
            NvidiaSmi smi,
            LinuxLogs logs,
            SshDaemon ssh,
            LinuxMig mig,
            LinuxSlices slices,
            GuestShells guests,
            Logins logins) {
        this.guests = guests;
        this.ssh = ssh;
        this.mig = mig;
        this.slices = slices;
        this.topology = topology;
        this.smi = smi;
        this.telemetry = new LinuxTelemetry(proc, smi, List.of("dmesg"));
        this.units = logins.units();
        this.users = logins.users();
        this.verification = new LoginVerification(logins);
        this.logs = logs;
    }

    /** The parts that manage the logins of people. */
    record Logins(LinuxUsers users, LoginUnits units, LoginProbe probe) {

        static Logins ofThisHost(NvidiaSmi smi, LinuxMig mig) {
            LoginUnits units = new LoginUnits(ROOT, mig::findHeld);
            return new Logins(
                    new LinuxUsers(units),
                    units,
                    new LoginProbe(new GpuDevices(ROOT), smi.program(), TenantUnits.arePossible()));
        }
    }

    public static String readBootId() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    }

    @Override
    public String bootId() throws IOException {
        return readBootId();
    }

    @Override
    public TopologyFacts topology() throws IOException {
        return topology.read().making(SHAPES);
    }

    @Override
    public HostSample sample() throws InterruptedException {
        try {
            return telemetry.sample(topology.read().gpus().stream()
                    .map(TopologyFacts.Gpu::pciAddress)
                    .filter(address -> !topology.isGivenToGuest(address))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the hardware", e);
        }
    }

    @Override
    public List<HostCheck> checks() throws InterruptedException {
        return new LinuxChecks(ROOT, topology, smi, ssh.port()).run(SHAPES);
    }

    @Override
    public List<RunningThing> listRunning() throws IOException {
        List<RunningThing> running = new ArrayList<>();
        users.list().forEach(user -> running.add(new RunningThing("user", user.name())));
        try {
            mig.list().forEach(allocation -> running.add(new RunningThing("mig", allocation.toString())));
        } catch (TaskFailure e) {
            throw new IOException("cannot ask for MIG instances", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while asking for MIG instances", e);
        }
        return running;
    }

    @Override
    public UserTasks.UserProvisioned provisionUser(UserTasks.ProvisionUser user, Progress progress)
            throws TaskFailure, InterruptedException {
        UserTasks.UserProvisioned made = users.provision(user, progress);
        progress.phase("ssh", "asking the SSH server");
        return new UserTasks.UserProvisioned(
                made.username(), made.uid(), made.home(), ssh.port(), ssh.requireHostKeys(), made.gpus());
    }

    @Override
    public UserTasks.UserRevoked revokeUser(UserTasks.RevokeUser user, Progress progress)
            throws TaskFailure, InterruptedException {
        return users.revoke(user, progress);
    }

    @Override
    public UserTasks.SshKeysReconciled reconcileSshKeys(UserTasks.ReconcileSshKeys keys, Progress progress)
            throws TaskFailure, InterruptedException {
        if (keys.sliceId() != null) {
            throw TaskFailure.notSupported("change keys inside a virtual machine");
        }
        return users.reconcile(keys);
    }

    @Override
    public SliceTasks.SliceProvisioned provisionSlice(SliceTasks.ProvisionSlice slice, Progress progress)
            throws TaskFailure {
        throw slices.refusal();
    }

    @Override
    public SliceTasks.SliceReleased releaseSlice(SliceTasks.ReleaseSlice slice, Progress progress) throws TaskFailure {
        SliceTasks.SliceReleased released = slices.release(slice);
        guests.remove(slice.allocationId());
        return released;
    }

    @Override
    public MigTasks.SeenInstance provisionMig(MigTasks.ProvisionMig instance, Progress progress)
            throws TaskFailure, InterruptedException {
        return mig.provision(instance, progress);
    }

    @Override
    public MigTasks.MigReleased releaseMig(MigTasks.ReleaseMig instance, Progress progress)
            throws TaskFailure, InterruptedException {
        return mig.release(instance, progress);
    }

    @Override
    public List<String> reapply() throws IOException, InterruptedException {
        List<String> troubles = new ArrayList<>(mig.reapply());
        // After the instances, which may have other numbers now.
        troubles.addAll(units.reapply(users.listHolders()));
        return troubles;
    }

    @Override
    public OciTasks.ContainerLaunched launchContainer(OciTasks.LaunchContainer container, Progress progress)
            throws TaskFailure {
        throw TaskFailure.notSupported("launch containers on Linux");
    }

    @Override
    public OciTasks.ContainerStopped stopContainer(OciTasks.StopContainer container, Progress progress)
            throws TaskFailure {
        throw TaskFailure.notSupported("stop containers on Linux");
    }

    @Override
    public OciTasks.ContainerSeen containerStatus(OciTasks.ContainerStatus container, Progress progress)
            throws TaskFailure {
        throw TaskFailure.notSupported("look at containers on Linux");
    }

    /** Checks what the driver reports and counts. The level "compute" is refused: nothing is computed on the GPU. */
    @Override
    public NodeTaskPayloads.GpusVerified verifyGpus(NodeTaskPayloads.VerifyGpus wanted, Progress progress)
            throws TaskFailure, InterruptedException {
        if ("compute".equals(wanted.level())) {
            throw TaskFailure.notSupported("verify GPUs by computing on them");
        }
        try {
            Map<String, Heartbeat.Gpu> seen = new HashMap<>();
            smi.query().forEach(reading -> seen.put(reading.gpu().pciAddress(), reading.gpu()));
            List<MigTasks.SeenInstance> instances = new ArrayList<>();
            for (MigTasks.Instance instance : wanted.instances()) {
                mig.find(instance).ifPresent(instances::add);
            }
            verification.verify(wanted, uuids(wanted, seen, instances), progress);
            return new NodeTaskPayloads.GpusVerified(
                    wanted.gpus().stream()
                            .map(address -> verdict(address, seen))
                            .toList(),
                    instances);
        } catch (ProgramException e) {
            throw TaskFailure.failed("driver_silent", "the driver does not answer", e);
        } catch (NvidiaSmi.UnreadableAnswer e) {
            throw TaskFailure.failed("driver_failed", "the driver gives no figures", e);
        }
    }

    /** Empty if the driver does not show all of them. */
    private static Set<String> uuids(
            NodeTaskPayloads.VerifyGpus wanted,
            Map<String, Heartbeat.Gpu> seen,
            List<MigTasks.SeenInstance> instances) {
        Set<String> uuids = new HashSet<>();
        for (String address : wanted.gpus()) {
            Heartbeat.Gpu gpu = seen.get(address);
            if (gpu == null) {
                return Set.of();
            }
            uuids.add(gpu.uuid());
        }
        instances.forEach(instance -> uuids.add(instance.uuid()));
        return instances.size() == wanted.instances().size() ? uuids : Set.of();
    }

    private static NodeTaskPayloads.GpuVerdict verdict(String address, Map<String, Heartbeat.Gpu> seen) {
        Heartbeat.Gpu gpu = seen.get(address);
        if (gpu == null) {
            return new NodeTaskPayloads.GpuVerdict(address, null, false, "the driver does not show it");
        }
        if (gpu.memoryTotalBytes() == null) {
            return new NodeTaskPayloads.GpuVerdict(address, gpu.uuid(), false, "the driver gives no figures of it");
        }
        boolean hasErrors = gpu.eccUncorrected() != null && gpu.eccUncorrected() > 0;
        return new NodeTaskPayloads.GpuVerdict(
                address,
                gpu.uuid(),
                !hasErrors,
                hasErrors ? gpu.eccUncorrected() + " uncorrected memory errors" : null);
    }

    /** A host cannot reimage itself from within; a machine provisioner does that. */
    @Override
    public NodeTaskPayloads.HostReimaged reimageHost(NodeTaskPayloads.ReimageHost host, Progress progress)
            throws TaskFailure {
        throw TaskFailure.notSupported("reimage itself");
    }

    @Override
    public Login login(UUID allocation, String username) throws TaskFailure {
        Optional<Login> inMachine = guests.find(allocation, username);
        return inMachine.isPresent() ? inMachine.get() : users.login(allocation, username);
    }

    @Override
    public SshServer sshServer(UUID allocation, String username) throws TaskFailure {
        Optional<GuestShell> guest = guests.findShell(allocation, username);
        if (guest.isPresent()) {
            return new SshServer.Address(guest.get().address(), guest.get().port());
        }
        users.login(allocation, username);
        return ssh.server();
    }

    @Override
    public LogFollower followLog(String source, int tailLines, boolean follow) throws TaskFailure {
        return logs.follow(source, tailLines, follow);
    }

    @Override
    public NodeTaskPayloads.LogsCollected collectLogs(NodeTaskPayloads.CollectLogs wanted, Progress progress)
            throws TaskFailure, InterruptedException {
        return logs.collect(wanted);
    }
}
