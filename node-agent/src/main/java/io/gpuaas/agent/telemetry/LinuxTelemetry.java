package io.gpuaas.agent.telemetry;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.wire.Heartbeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Samples a real host. */
public final class LinuxTelemetry {

    private static final Duration DMESG_LIMIT = Duration.ofSeconds(5);

    private final ProcReader proc;
    private final NvidiaSmi smi;
    private final XidWatch xids = new XidWatch();
    private final List<String> dmesg;

    public LinuxTelemetry(ProcReader proc, NvidiaSmi smi, List<String> dmesg) {
        this.proc = proc;
        this.smi = smi;
        this.dmesg = List.copyOf(dmesg);
    }

    /** The addresses are those of the topology that the host's own driver should show. */
    public HostSample sample(List<String> expectedGpus) throws InterruptedException {
        List<String> faults = new ArrayList<>();
        readKernelLog(faults);
        List<Heartbeat.Gpu> gpus = expectedGpus.isEmpty() ? List.of() : readGpus(expectedGpus, faults);
        return new HostSample(proc.load1(), proc.memoryTotalBytes(), proc.memoryUsedBytes(), gpus, faults);
    }

    private void readKernelLog(List<String> faults) throws InterruptedException {
        try {
            Program.Finished finished = Program.of(DMESG_LIMIT, dmesg).run();
            if (finished.isSuccess()) {
                xids.read(finished.out());
            } else {
                faults.add("kernel_log_unreadable");
            }
        } catch (ProgramException e) {
            faults.add("kernel_log_unreadable");
        }
    }

    private List<Heartbeat.Gpu> readGpus(List<String> expected, List<String> faults) throws InterruptedException {
        List<Heartbeat.Gpu> gpus = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        try {
            for (NvidiaSmi.Reading reading : smi.query()) {
                Heartbeat.Gpu gpu = reading.gpu();
                seen.add(gpu.pciAddress());
                gpus.add(withXids(gpu));
            }
            expected.stream()
                    .filter(address -> !seen.contains(address))
                    .forEach(address -> faults.add("gpu_missing:" + address));
        } catch (ProgramException e) {
            faults.add(e.isTimeout() ? "nvidia_smi_timeout" : "nvidia_smi_absent");
        } catch (NvidiaSmi.UnreadableAnswer e) {
            faults.add("nvidia_smi_failed");
        }
        xids.addresses().stream()
                .filter(address -> !seen.contains(address))
                .forEach(address ->
                        faults.add("xid:" + address + ":" + xids.of(address).getLast()));
        return gpus;
    }

    private Heartbeat.Gpu withXids(Heartbeat.Gpu gpu) {
        return new Heartbeat.Gpu(
                gpu.uuid(),
                gpu.pciAddress(),
                gpu.utilizationPercent(),
                gpu.memoryUsedBytes(),
                gpu.memoryTotalBytes(),
                gpu.temperatureCelsius(),
                gpu.powerWatts(),
                gpu.eccUncorrected(),
                xids.of(gpu.pciAddress()));
    }
}
