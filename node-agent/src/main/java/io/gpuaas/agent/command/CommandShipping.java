package io.gpuaas.agent.command;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Brings what one command printed, and how it ended, to the control plane. For one thread. */
final class CommandShipping {

    static final int PIECE_BYTES = 1024 * 1024;

    /** A running command ships what it has after this time, and later less often, so that pieces stay few. */
    private static final Duration OFTEN = Duration.ofSeconds(3);

    private static final int SHARE = 50;

    private final UUID id;
    private final List<OutputFile> outputs;
    private final CommandStore store;
    private final JsonLog log;
    private final long beganNanos;
    private final long[] stored = new long[2];
    private long shippedNanos;
    private boolean isReported;
    private boolean isRefused;

    CommandShipping(UUID id, List<OutputFile> outputs, long beganNanos, CommandStore store, JsonLog log) {
        this.id = id;
        this.outputs = outputs;
        this.store = store;
        this.log = log;
        this.beganNanos = beganNanos;
        this.shippedNanos = beganNanos;
    }

    /** Everything is with the control plane, or it does not want it. */
    boolean isDone(CommandEnd end) {
        return isRefused || (isReported && isStored(0, end.stdout()) && isStored(1, end.stderr()));
    }

    /** A file may be shorter than what was printed: the host may have lost its end with its power. */
    private boolean isStored(int stream, long printed) {
        return stored[stream] >= Math.min(printed, outputs.get(stream).end());
    }

    /** Ships a few pieces, so that a flood of one command holds up no other. False when it did not work. */
    boolean ship(@Nullable CommandEnd end) {
        if (isRefused) {
            return true;
        }
        try {
            if (end != null && !isReported) {
                store.report(id, Json.LENIENT.writeValueAsBytes(end));
                isReported = true;
            }
            boolean isDue = end != null || isDue();
            for (int stream = 0; stream < stored.length; stream++) {
                ship(stream, isDue);
            }
            if (isDue) {
                shippedNanos = System.nanoTime();
            }
            return true;
        } catch (ServerException e) {
            if (!e.isTemporary()) {
                isRefused = true;
                log.warn("output of a command was refused", with("command", id), with("error", e.getMessage()));
            }
            return false;
        } catch (IOException e) {
            log.warn("could not read output of a command", with("command", id), with("error", e));
            return false;
        }
    }

    private boolean isDue() {
        long now = System.nanoTime();
        return now - shippedNanos >= OFTEN.toNanos() + (now - beganNanos) / SHARE;
    }

    private void ship(int stream, boolean isDue) throws IOException, ServerException {
        OutputFile output = outputs.get(stream);
        long there = output.end() - stored[stream];
        if (there >= PIECE_BYTES || (isDue && there > 0)) {
            byte[] piece = new byte[(int) Math.min(there, PIECE_BYTES)];
            output.read(stored[stream], ByteBuffer.wrap(piece));
            long answered = store.keep(id, output.name(), stored[stream], piece);
            if (answered < 0) {
                throw new IOException("the control plane does not say how much it stored");
            }
            stored[stream] = answered;
        }
    }
}
