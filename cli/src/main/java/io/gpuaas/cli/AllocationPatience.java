package io.gpuaas.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** What may be waited for: capacity, and that the allocation is active. */
final class AllocationPatience {

    @Option(names = "--queue", description = "Wait in the queue when everything is taken.")
    boolean inQueue;

    @Option(names = "--wait", description = "Wait until it is active, and show how far it is.")
    boolean untilActive;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Wait so long at most (standard: 600).")
    int timeoutSeconds = 600;

    Duration most() {
        return Duration.ofSeconds(timeoutSeconds);
    }
}
