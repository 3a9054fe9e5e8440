package io.gpuaas.agent.topology;

import java.util.Map;

/** Names of PCI device ids, for hosts whose GPUs are given away and so invisible to the driver. */
final class GpuModels {

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(0x2330, "NVIDIA H100 80GB HBM3"),
            Map.entry(0x2331, "NVIDIA H100 PCIe"),
            Map.entry(0x2335, "NVIDIA H200"),
            Map.entry(0x233b, "NVIDIA H200 NVL"),
            Map.entry(0x2901, "NVIDIA B200"),
            Map.entry(0x20b0, "NVIDIA A100-SXM4-40GB"),
            Map.entry(0x20b2, "NVIDIA A100-SXM4-80GB"),
            Map.entry(0x20b5, "NVIDIA A100 80GB PCIe"),
            Map.entry(0x26b9, "NVIDIA L40S"),
            Map.entry(0x27b8, "NVIDIA L4"));

    private GpuModels() {}

    static String name(int device) {
        return NAMES.getOrDefault(device, "unknown");
    }
}
