package io.gpuaas.agent.topology;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names and memory of PCI device ids, for hosts whose GPUs are given away and so invisible to the driver. */
final class GpuModels {

    /** The memory in MiB as the driver states it. */
    private record Model(String name, long mebibytes) {}

    private static final Map<Integer, Model> MODELS = Map.ofEntries(
            Map.entry(0x2330, new Model("NVIDIA H100 80GB HBM3", 81_559)),
            Map.entry(0x2331, new Model("NVIDIA H100 PCIe", 81_559)),
            Map.entry(0x2335, new Model("NVIDIA H200", 143_771)),
            Map.entry(0x233b, new Model("NVIDIA H200 NVL", 143_771)),
            Map.entry(0x2901, new Model("NVIDIA B200", 183_359)),
            Map.entry(0x20b0, new Model("NVIDIA A100-SXM4-40GB", 40_960)),
            Map.entry(0x20b2, new Model("NVIDIA A100-SXM4-80GB", 81_920)),
            Map.entry(0x20b5, new Model("NVIDIA A100 80GB PCIe", 81_920)),
            Map.entry(0x26b9, new Model("NVIDIA L40S", 46_068)),
            Map.entry(0x27b8, new Model("NVIDIA L4", 23_034)));

    private GpuModels() {}

    static String name(int device) {
        Model model = MODELS.get(device);
        return model == null ? "unknown" : model.name();
    }

    static @Nullable Long memoryBytes(int device) {
        Model model = MODELS.get(device);
        return model == null ? null : model.mebibytes() << 20;
    }
}
