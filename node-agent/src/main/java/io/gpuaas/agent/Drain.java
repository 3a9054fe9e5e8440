package io.gpuaas.agent;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A drained node takes nothing new of tenants, also after a restart. What runs is left alone; the task waits for it to
 * end until its deadline and tells what is left.
 */
final class Drain {

    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(2);
    private static final int REMAINING_MAX = 1000;

    private final Path file;
    private final Supplier<Instant> serverTime;

    /** A deadline is meant by the server's clock. */
    Drain(StateFolder state, Supplier<Instant> serverTime) {
        this.file = state.file("drained");
        this.serverTime = serverTime;
    }

    boolean isDrained() {
        return Files.exists(file);
    }

    /** Whether it was drained. */
    boolean undo() throws IOException {
        return Files.deleteIfExists(file);
    }

    /** The server lets the node work again. */
    NodeTaskPayloads.NodeUndrained undrain() throws TaskFailure {
        try {
            return new NodeTaskPayloads.NodeUndrained(undo());
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot undrain", e);
        }
    }

    void requireNotDrained() throws TaskFailure {
        if (isDrained()) {
            throw TaskFailure.refused("node_drained", "this node takes nothing new");
        }
    }

    NodeTaskPayloads.NodeDrained drain(NodeTaskPayloads.DrainNode task, HostDriver host, Progress progress)
            throws TaskFailure, InterruptedException {
        try {
            DurableFile.write(file, serverTime.get().toString().getBytes(StandardCharsets.US_ASCII));
            progress.phase("drained", "nothing new is taken");
            List<NodeTaskPayloads.Remaining> remaining = remaining(host);
            while (!remaining.isEmpty() && isBefore(task.deadline())) {
                Thread.sleep(LOOK_INTERVAL);
                remaining = remaining(host);
            }
            return new NodeTaskPayloads.NodeDrained(remaining);
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot drain", e);
        }
    }

    private boolean isBefore(@Nullable Instant deadline) {
        return deadline != null && serverTime.get().isBefore(deadline);
    }

    private static List<NodeTaskPayloads.Remaining> remaining(HostDriver host) throws IOException {
        return host.listRunning().stream()
                .limit(REMAINING_MAX)
                .map(thing -> new NodeTaskPayloads.Remaining(thing.kind(), thing.id()))
                .toList();
    }
}
