package io.gpuaas.cli.allocations;

import io.gpuaas.sdk.CreateAllocation;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that describe the allocation to request. */
public final class AllocationWish {

    @Option(
            names = "--sku",
            required = true,
            paramLabel = "SKU",
            description = "SKU to allocate; see gpuaas skus list.")
    String sku = "";

    @Option(names = "--count", paramLabel = "N", description = "Number of units (default: 1).")
    int count = 1;

    @Option(names = "--name", paramLabel = "NAME", description = "Display name.")
    @Nullable String name;

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "Label to attach; repeatable.")
    @Nullable Map<String, String> labels;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "One of the SKU's images (default: its first image).")
    @Nullable String image;

    @Option(
            names = "--max-hours",
            paramLabel = "N",
            description = "Release the allocation automatically this many hours after it becomes active.")
    @Nullable Integer maxHours;

    @Option(
            names = "--idle-minutes",
            paramLabel = "N",
            description = "Release the allocation once all its GPUs have been idle for this many minutes.")
    @Nullable Integer idleMinutes;

    @Option(names = "--protected", description = "Refuse to release the allocation until it is unprotected.")
    boolean isProtected;

    public CreateAllocation body(boolean queue) {
        return body(name, queue);
    }

    /** Describes one allocation of a batch; the number keeps their names apart. */
    CreateAllocation member(int number) {
        return body(name == null ? null : name + "-" + number, false);
    }

    private CreateAllocation body(@Nullable String called, boolean queue) {
        return new CreateAllocation(
                sku,
                count,
                called,
                labels,
                image,
                maxHours == null ? null : Duration.ofHours(maxHours).toSeconds(),
                idleMinutes == null ? null : Duration.ofMinutes(idleMinutes).toSeconds(),
                queue ? true : null,
                isProtected ? true : null);
    }
}
