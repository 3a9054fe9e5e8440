package io.gpuaas.cli.allocations;

import java.time.Duration;
import picocli.CommandLine.Option;

/** Options that say how long to wait for capacity and for the allocation to become active. */
final class AllocationPatience {

    @Option(names = "--queue", description = "Join the queue if no capacity is available.")
    boolean inQueue;

    @Option(names = "--wait", description = "Wait until the allocation is active, showing progress.")
    boolean untilActive;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Give up waiting after this many seconds (default: 600).")
    int timeoutSeconds = 600;

    Duration most() {
        return Duration.ofSeconds(timeoutSeconds);
    }
}
