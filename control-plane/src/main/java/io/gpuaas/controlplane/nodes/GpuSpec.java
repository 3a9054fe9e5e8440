package io.gpuaas.controlplane.nodes;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The data sheet of a GPU model: what hosts do not report, and what people compare before they choose. */
public record GpuSpec(long memoryBytes, int powerWatts, String interconnect) {

    private static final long GIB = 1L << 30;
    private static final String PCIE_4 = "PCIe 4.0";
    private static final String PCIE_5 = "PCIe 5.0";

    private static final Map<String, GpuSpec> SHEETS = Map.ofEntries(
            sheet("NVIDIA H100 80GB HBM3", 80, 700, "NVLink 900 GB/s"),
            sheet("NVIDIA H100 PCIe", 80, 350, PCIE_5),
            sheet("NVIDIA H200", 141, 700, "NVLink 900 GB/s"),
            sheet("NVIDIA H200 NVL", 141, 600, "NVLink 900 GB/s"),
            sheet("NVIDIA B200", 180, 1000, "NVLink 1800 GB/s"),
            sheet("NVIDIA A100-SXM4-40GB", 40, 400, "NVLink 600 GB/s"),
            sheet("NVIDIA A100-SXM4-80GB", 80, 400, "NVLink 600 GB/s"),
            sheet("NVIDIA A100 80GB PCIe", 80, 300, PCIE_4),
            sheet("NVIDIA L40S", 48, 350, PCIE_4),
            sheet("NVIDIA L4", 24, 72, PCIE_4));

    private static Map.Entry<String, GpuSpec> sheet(String model, int gib, int watts, String interconnect) {
        return Map.entry(model, new GpuSpec(gib * GIB, watts, interconnect));
    }

    /** By the name that the driver gives the model. */
    public static Optional<GpuSpec> of(@Nullable String driverName) {
        return driverName == null ? Optional.empty() : Optional.ofNullable(SHEETS.get(driverName.strip()));
    }
}
