package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.nodes.GpuSpec;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names models are sold under, which are shorter than what drivers call them. */
final class GpuModel {

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("NVIDIA H100 80GB HBM3", "h100-sxm"),
            Map.entry("NVIDIA H100 PCIe", "h100-pcie"),
            Map.entry("NVIDIA H200", "h200-sxm"),
            Map.entry("NVIDIA H200 NVL", "h200-nvl"),
            Map.entry("NVIDIA B200", "b200-sxm"),
            Map.entry("NVIDIA A100-SXM4-40GB", "a100-sxm-40gb"),
            Map.entry("NVIDIA A100-SXM4-80GB", "a100-sxm-80gb"),
            Map.entry("NVIDIA A100 80GB PCIe", "a100-pcie-80gb"),
            Map.entry("NVIDIA L40S", "l40s"),
            Map.entry("NVIDIA L4", "l4"));

    private GpuModel() {}

    /** The data sheet of a model by the name it is sold under. */
    static Optional<GpuSpec> spec(String soldAs) {
        return NAMES.entrySet().stream()
                .filter(entry -> entry.getValue().equals(soldAs))
                .findFirst()
                .flatMap(entry -> GpuSpec.of(entry.getKey()));
    }

    /** A model that is not in the table is sold under the driver's name, in small letters. */
    static String of(@Nullable String driverName) {
        if (driverName == null || driverName.isBlank()) {
            return "unknown";
        }
        String known = NAMES.get(driverName.strip());
        return known != null
                ? known
                : driverName
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceFirst("^nvidia ", "")
                        .replaceAll("[^a-z0-9.]+", "-");
    }
}
