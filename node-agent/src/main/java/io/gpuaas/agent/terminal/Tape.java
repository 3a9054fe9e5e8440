package io.gpuaas.agent.terminal;

import io.gpuaas.agent.recording.Recorder;
import io.gpuaas.agent.recording.RecordingMode;
import io.gpuaas.agent.recording.Spool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records a terminal if its order asks for it. Called under the terminal's lock; where a method returns false the
 * terminal may not go on.
 */
final class Tape {

    private final @Nullable Order order;
    private volatile @Nullable Recorder recorder;

    /** Holds typed bytes until the recording begins. The keyboard bounds them. */
    private final ByteArrayOutputStream early = new ByteArrayOutputStream();

    /** That there be a recording: where, what becomes of the terminal without it, and whether typing is part of it. */
    record Order(Spool spool, RecordingMode mode, boolean hasInput) {}

    Tape(@Nullable Order order) {
        this.order = order;
    }

    /** Before the shell starts. */
    synchronized boolean begin(UUID terminal, WindowSize size, Recorder.Picture picture) {
        if (order == null) {
            return true;
        }
        try {
            Recorder begun = new Recorder(
                    order.spool(),
                    order.mode(),
                    new Recorder.Subject(terminal, Instant.now(), size.columns(), size.rows()),
                    picture);
            if (early.size() > 0) {
                begun.input(early.toByteArray());
                early.reset();
            }
            recorder = begun;
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean isOn() {
        return order != null;
    }

    boolean hasInput() {
        return order != null && order.hasInput();
    }

    /** Not under the terminal's lock: a strict recording waits until there is room, unless it is in vain. */
    boolean awaitRoom(int count, BooleanSupplier isInVain) throws InterruptedException {
        Recorder to = recorder;
        return to == null || to.awaitRoom(count, isInVain);
    }

    boolean printed(byte[] bytes, int count) {
        return write(to -> {
            if (count > 0) {
                to.output(bytes, count);
            } else {
                to.sealWhenOld();
            }
        });
    }

    synchronized boolean typed(byte[] bytes) {
        if (!hasInput()) {
            return true;
        }
        if (recorder == null) {
            early.writeBytes(bytes);
            return true;
        }
        return write(to -> to.input(bytes));
    }

    boolean resized(WindowSize size) {
        return write(to -> to.resized(size.columns(), size.rows()));
    }

    /** When that fails, what was recorded is in the spool and is found there at the next start. */
    boolean end(End how) {
        return write(to -> to.end(how.reason()));
    }

    private interface Writing {
        void write(Recorder to) throws IOException;
    }

    private boolean write(Writing writing) {
        Recorder to = recorder;
        try {
            if (to != null) {
                writing.write(to);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
