package io.gpuaas.agent.host;

import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.HostSample;
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

    /** How fast temperature follows load: after a minute two thirds of the way. */
    private static final double WARMING_SECONDS = 60;

    private static final double IDLE_CELSIUS = 31;
    private static final double BUSY_CELSIUS = 68;
    private static final double IDLE_WATTS = 72;

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
        H100("NVIDIA H100 80GB HBM3", 0x2330, 81_559L, 700),
        H200("NVIDIA H200", 0x2335, 143_771L, 700);

        final String title;
        final int deviceId;
        final long memoryMebibytes;
        final int wattsMax;

        GpuModel(String title, int deviceId, long memoryMebibytes, int wattsMax) {
            this.title = title;
            this.deviceId = deviceId;
            this.memoryMebibytes = memoryMebibytes;
            this.wattsMax = wattsMax;
        }
    }

    String uuid(String pciAddress) {
        return SysfsTree.gpuUuid(pciAddress, seed);
    }

    UserTasks.SeenGpu seen(String pciAddress) {
        return new UserTasks.SeenGpu(uuid(pciAddress), pciAddress, DRIVER_VERSION, model.title);
    }

    synchronized HostSample sample(List<TopologyFacts.Gpu> gpus, double load, long memoryTotal) {
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
                samples.add(gpu(i, address, load, share, now));
            }
        }
        return new HostSample(
                0.4 + 40 * load, memoryTotal, memoryTotal / 20 + (long) (memoryTotal * 0.4 * load), samples, problems);
    }

    private Heartbeat.Gpu gpu(int index, String address, double load, double share, long now) {
        // A slow wave, different for each GPU, so that charts do not show eight equal lines.
        double wave = Math.sin(now / 37_000.0 + index * 1.7 + seed % 100);
        double busy = load == 0 ? 0 : Math.clamp(load + 0.08 * wave, 0, 1);
        double target = IDLE_CELSIUS + (BUSY_CELSIUS - IDLE_CELSIUS) * busy + wave;
        temperatures[index] += (target - temperatures[index]) * share;
        return new Heartbeat.Gpu(
                uuid(address),
                address,
                (int) Math.round(busy * 100),
                (long) (model.memoryMebibytes * (busy == 0 ? 0.001 : 0.35 + 0.5 * busy)) << 20,
                model.memoryMebibytes << 20,
                (int) Math.round(temperatures[index]),
                Math.round(10 * (IDLE_WATTS + (model.wattsMax - IDLE_WATTS) * busy + 3 * wave)) / 10.0,
                0L,
                faults.xids(index));
    }
}
