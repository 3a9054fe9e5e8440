package io.gpuaas.cli;

import io.gpuaas.sdk.CreateAllocation;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to ask for. */
final class AllocationWish {

    @Option(names = "--sku", required = true, paramLabel = "SKU", description = "What.")
    String sku = "";

    @Option(names = "--count", paramLabel = "N", description = "How many units (standard: 1).")
    int count = 1;

    @Option(names = "--name", paramLabel = "NAME", description = "Its name for people.")
    @Nullable String name;

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "To find it again; repeat for more.")
    @Nullable Map<String, String> labels;

    @Option(names = "--image", paramLabel = "IMAGE", description = "One of the SKU's images.")
    @Nullable String image;

    @Option(names = "--max-hours", paramLabel = "N", description = "It is released so long after it became active.")
    @Nullable Integer maxHours;

    @Option(names = "--protected", description = "It cannot be released before it is unprotected.")
    boolean isProtected;

    CreateAllocation body(boolean queue) {
        return new CreateAllocation(
                sku,
                count,
                name,
                labels,
                image,
                maxHours == null ? null : Duration.ofHours(maxHours).toSeconds(),
                queue ? true : null,
                isProtected ? true : null);
    }
}
