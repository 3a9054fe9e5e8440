package io.gpuaas.agent.host;

import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.topology.SysfsTree;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.wire.Heartbeat;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Eight GPUs that warm up under load and cool down again. */
final class SimulatedGpus {

    static final String DRIVER_VERSION = "580.95.05";

    /** How busy a GPU's memory is while its processors are busy. */
    static final double MEMORY_BUSY_SHARE = 0.6;

    /** How fast temperature follows load: after a minute two thirds of the way. */
    private static final double WARMING_SECONDS = 60;

    private static final double IDLE_CELSIUS = 31;
    private static final double BUSY_CELSIUS = 68;
    private static final double IDLE_WATTS = 72;
    private static final double DRIVER_MEMORY = 0.001;

    private final GpuModel model;
    private final long seed;
    private final SimulatedFaults faults;
    private final Clock clock;
    private final double[] temperatures = new double[8];
    private long sampledMillis;

    SimulatedGpus(GpuModel model, long seed, SimulatedFaults faults, Clock clock) {
        this.model = model;
        this.seed = seed;
        this.faults = faults;
        this.clock = clock;
        this.sampledMillis = clock.millis();
        Arrays.fill(temperatures, IDLE_CELSIUS);
    }

    enum GpuModel {
        H100("NVIDIA H100 80GB HBM3", 0x2330, 81_559L, 80, 700),
        H200("NVIDIA H200", 0x2335, 143_771L, 141, 700);

        final String title;
        final int deviceId;
        final long memoryMebibytes;
        final int gigabytes;
        final int wattsMax;

        GpuModel(String title, int deviceId, long memoryMebibytes, int gigabytes, int wattsMax) {
            this.title = title;
            this.deviceId = deviceId;
            this.memoryMebibytes = memoryMebibytes;
            this.gigabytes = gigabytes;
            this.wattsMax = wattsMax;
        }
    }

    /** How busy one GPU is, from 0 to 1, and whether it is divided into MIG instances. */
    record Use(double load, boolean isDivided) {}

    record Sample(List<Heartbeat.Gpu> gpus, List<String> faults) {}

    String title() {
        return model.title;
    }

    int wattsMax() {
        return model.wattsMax;
    }

    /** As the model is sold. */
    int gigabytes() {
        return model.gigabytes;
    }

    String uuid(String pciAddress) {
        return SysfsTree.gpuUuid(pciAddress, seed);
    }

    UserTasks.SeenGpu seen(String pciAddress) {
        return new UserTasks.SeenGpu(uuid(pciAddress), pciAddress, DRIVER_VERSION, model.title);
    }

    synchronized Sample sample(List<TopologyFacts.Gpu> gpus, List<Use> uses) {
        long now = clock.millis();
        double share = 1 - Math.exp(-(now - sampledMillis) / 1000.0 / WARMING_SECONDS);
        sampledMillis = now;
        List<Heartbeat.Gpu> samples = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < gpus.size(); i++) {
            String address = gpus.get(i).pciAddress();
            if (faults.isLost(i)) {
                problems.add("gpu_missing:" + address);
            } else {
                samples.add(gpu(i, address, uses.get(i), share, now));
            }
        }
        return new Sample(samples, problems);
    }

    private Heartbeat.Gpu gpu(int index, String address, Use use, double share, long now) {
        // A slow wave, different for each GPU, so that charts do not show eight equal lines.
        double wave = Math.sin(now / 37_000.0 + index * 1.7 + seed % 100);
        double busy = use.load() == 0 ? 0 : Math.clamp(use.load() + 0.03 * wave, 0.01, 1);
        double target = IDLE_CELSIUS + (BUSY_CELSIUS - IDLE_CELSIUS) * busy + wave;
        temperatures[index] += (target - temperatures[index]) * share;
        // As of a real divided GPU: its load is that of its instances, which the driver does not tell.
        Integer percent = use.isDivided() ? null : Integer.valueOf((int) Math.round(busy * 100));
        return new Heartbeat.Gpu(
                uuid(address),
                address,
                percent,
                (long) (model.memoryMebibytes * memoryShare(busy)) << 20,
                model.memoryMebibytes << 20,
                (int) Math.round(temperatures[index]),
                Math.round(10 * (IDLE_WATTS + (model.wattsMax - IDLE_WATTS) * busy + 3 * wave)) / 10.0,
                0L,
                faults.xids(index));
    }

    /** An idle GPU holds what its driver needs. */
    static double memoryShare(double busy) {
        return busy == 0 ? DRIVER_MEMORY : 0.35 + 0.5 * busy;
    }
}
