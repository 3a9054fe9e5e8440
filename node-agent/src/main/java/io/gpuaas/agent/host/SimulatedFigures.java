package io.gpuaas.agent.host;

import io.gpuaas.agent.host.SimulatedHost.SimulatedSlice;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.telemetry.HostSample;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.wire.Heartbeat;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures a simulated host. A GPU is as busy as the login that holds it asks for with {@code gpu-load}, and idle
 * otherwise. Each login's {@code nvidia-smi} gets the figures of its own GPUs, which are those of the heartbeat.
 */
final class SimulatedFigures {

    private static final long MEBIBYTE = 1L << 20;
    private static final double LOAD_IDLE = 0.4;
    private static final double LOAD_PER_GPU = 5;
    private static final double MEMORY_PER_GPU = 0.05;

    private final Sandbox sandbox;
    private final SimulatedLogins logins;
    private final SimulatedMig mig;
    private final SimulatedGpus gpus;
    private final TopologyFacts topology;
    private final Clock clock;

    SimulatedFigures(
            Sandbox sandbox,
            SimulatedLogins logins,
            SimulatedMig mig,
            SimulatedGpus gpus,
            TopologyFacts topology,
            Clock clock) {
        this.sandbox = sandbox;
        this.logins = logins;
        this.mig = mig;
        this.gpus = gpus;
        this.topology = topology;
        this.clock = clock;
    }

    /** The hardware of one login, and how busy it makes it. The instance is set if it holds a part of a GPU only. */
    private record Holding(
            SimulatedMachine machine,
            double load,
            List<TopologyFacts.Gpu> gpus,
            MigTasks.@Nullable SeenInstance instance) {

        double share() {
            return instance == null ? 1 : SimulatedMig.share(instance.profileId());
        }
    }

    /** Writes the figures of each login, too. */
    HostSample measure() throws IOException {
        List<Holding> holdings = listHoldings();
        Set<String> divided = mig.listDivided();
        List<SimulatedGpus.Use> uses = new ArrayList<>();
        double busy = 0;
        for (TopologyFacts.Gpu gpu : topology.gpus()) {
            double load = holdings.stream()
                    .filter(holding -> holding.gpus().contains(gpu))
                    .mapToDouble(holding -> holding.load() * holding.share())
                    .sum();
            busy += Math.min(load, 1);
            uses.add(new SimulatedGpus.Use(Math.min(load, 1), divided.contains(gpu.pciAddress())));
        }
        SimulatedGpus.Sample sample = gpus.sample(topology.gpus(), uses);
        for (Holding holding : holdings) {
            holding.machine().writeFigures(text(holding, sample.gpus(), divided));
        }
        long memory = Objects.requireNonNull(topology.memoryBytes(), "the invented tree has its memory");
        return new HostSample(
                LOAD_IDLE + LOAD_PER_GPU * busy,
                memory,
                memory / 20 + (long) (memory * MEMORY_PER_GPU * busy),
                sample.gpus(),
                sample.faults());
    }

    /** Whether a login had a shell already, whose programs read figures. */
    boolean haveReaders() throws IOException {
        for (String username : logins.list()) {
            if (logins.machine(username).hasShell()) {
                return true;
            }
        }
        return false;
    }

    private List<Holding> listHoldings() throws IOException {
        List<Holding> holdings = new ArrayList<>();
        for (String username : logins.list()) {
            Optional<SimulatedLogins.Login> login = logins.find(username);
            if (login.isPresent()) {
                holdings.add(holding(logins.machine(username), login.get()));
            }
        }
        return holdings;
    }

    private Holding holding(SimulatedMachine machine, SimulatedLogins.Login login) throws IOException {
        double load = GpuLoad.read(machine.load(), clock.instant());
        if (login.sliceId() != null) {
            List<String> addresses = sandbox.find("slice", login.sliceId().toString(), SimulatedSlice.class)
                    .map(SimulatedSlice::gpus)
                    .orElse(List.of());
            return new Holding(machine, load, gpusAt(addresses), null);
        }
        Optional<MigTasks.SeenInstance> instance =
                mig.find(login.allocationId()).filter(found -> login.gpuUuids().contains(found.uuid()));
        if (instance.isPresent()) {
            return new Holding(machine, load, gpusAt(List.of(instance.get().pciAddress())), instance.get());
        }
        return new Holding(
                machine,
                load,
                topology.gpus().stream()
                        .filter(gpu ->
                                login.gpuUuids().isEmpty() || login.gpuUuids().contains(gpu.uuid()))
                        .toList(),
                null);
    }

    private List<TopologyFacts.Gpu> gpusAt(List<String> addresses) {
        return topology.gpus().stream()
                .filter(gpu -> addresses.contains(gpu.pciAddress()))
                .toList();
    }

    /** Tab-separated, as the script {@code nvidia-smi} reads it. */
    private String text(Holding holding, List<Heartbeat.Gpu> sample, Set<String> divided) {
        Map<String, Heartbeat.Gpu> measured = new HashMap<>();
        sample.forEach(gpu -> measured.put(gpu.pciAddress(), gpu));
        StringBuilder text = new StringBuilder("driver\t" + SimulatedGpus.DRIVER_VERSION + "\n");
        int index = 0;
        for (TopologyFacts.Gpu gpu : holding.gpus()) {
            Heartbeat.Gpu figures = measured.get(gpu.pciAddress());
            // One that is lost is not shown, and the others keep their numbers.
            if (figures != null) {
                text.append(line(index, figures, holding, divided));
                if (holding.instance() != null) {
                    text.append(instanceLine(index, figures, holding.instance(), holding.load()));
                }
            }
            index++;
        }
        return text.toString();
    }

    private String line(int index, Heartbeat.Gpu gpu, Holding holding, Set<String> divided) {
        Integer busy = gpu.utilizationPercent();
        long used = mebibytes(gpu.memoryUsedBytes());
        return String.format(
                Locale.ROOT,
                "gpu\t%d\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%d\t%.2f\t%d\t%s\t%d\t%d%n",
                index,
                gpu.uuid(),
                gpu.pciAddress(),
                gpus.title(),
                mebibytes(gpu.memoryTotalBytes()),
                used,
                busy == null ? "N/A" : busy,
                busy == null ? "N/A" : Math.round(busy * SimulatedGpus.MEMORY_BUSY_SHARE),
                gpu.temperatureCelsius(),
                gpu.powerWatts(),
                gpus.wattsMax(),
                divided.contains(gpu.pciAddress()) ? "Enabled" : "Disabled",
                gpu.eccUncorrected(),
                holding.load() > 0 && holding.instance() == null ? used : 0);
    }

    private String instanceLine(int index, Heartbeat.Gpu gpu, MigTasks.SeenInstance instance, double load) {
        long total = (long) (mebibytes(gpu.memoryTotalBytes()) * SimulatedMig.share(instance.profileId()));
        return String.format(
                Locale.ROOT,
                "mig\t%d\t0\t%d\t%s\t%s\t%d\t%d%n",
                index,
                SimulatedMig.instanceId(instance),
                SimulatedMig.profile(instance.profileId(), gpus.gigabytes()),
                instance.uuid(),
                total,
                (long) (total * SimulatedGpus.memoryShare(load)));
    }

    private static long mebibytes(@Nullable Long bytes) {
        return bytes == null ? 0 : bytes / MEBIBYTE;
    }
}
