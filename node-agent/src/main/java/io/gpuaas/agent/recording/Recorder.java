package io.gpuaas.agent.recording;

import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes down what happens in one terminal. A failure that is thrown means that the terminal may not go on. */
public final class Recorder {

    static final int SEGMENT_BYTES = 512 * 1024;
    static final Duration SEGMENT_AGE = Duration.ofSeconds(5);

    /** A program that prints faster than segments are shipped is slowed down; one that waits so long in vain ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration LOOK = Duration.ofMillis(200);

    /** Headers, frames, and what is typed meanwhile. */
    private static final int ROOM_BESIDES = 4 * 1024;

    private final Spool spool;
    private final SpoolReservation room;
    private final UUID terminal;
    private final RecordingMode mode;
    private final Picture picture;
    private final Instant began;
    private final long beganNanos = System.nanoTime();
    private @Nullable SegmentFile segment;
    private String previousDigest = SegmentHeader.NO_DIGEST;
    private int number;
    private long offset;
    private long lost;
    private int columns;
    private int rows;
    private boolean isOver;

    /** Draws the current screen, so that a recording can be watched from any segment; empty when there is no screen. */
    public interface Picture {
        byte[] draw();
    }

    /** Of which terminal, and how large its window is at first. */
    public record Subject(UUID terminal, Instant began, int columns, int rows) {}

    public Recorder(Spool spool, RecordingMode mode, Subject subject, Picture picture) throws IOException {
        this.spool = spool;
        this.mode = mode;
        this.room = new SpoolReservation(mode);
        this.picture = picture;
        this.terminal = subject.terminal();
        this.began = subject.began();
        this.columns = subject.columns();
        this.rows = subject.rows();
        // No recording, no terminal: known before the shell starts.
        write(RecordedEvent.resized(0, columns, rows));
    }

    /**
     * False when there is no room and none is made in time, or in vain. Otherwise it is this one's until the next
     * output, or until it is said that there is none. One that is not strict waits for none.
     */
    public boolean awaitRoom(int count, BooleanSupplier isInVain) throws InterruptedException {
        if (mode != RecordingMode.STRICT) {
            return true;
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        // Asked without any lock: who answers may wait for one under which others write here.
        while (!spool.awaitRoom(room, 2 * count + RecordedEvent.DATA_BYTES_MAX + ROOM_BESIDES, LOOK)) {
            if (isInVain.getAsBoolean() || System.nanoTime() >= until) {
                return false;
            }
        }
        return true;
    }

    /** Before anybody is shown it. */
    public void output(byte[] bytes, int count) throws IOException {
        try {
            for (int at = 0; at < count; at += RecordedEvent.DATA_BYTES_MAX) {
                int some = Math.min(count - at, RecordedEvent.DATA_BYTES_MAX);
                write(new RecordedEvent(Kind.OUTPUT, micros(), ByteBuffer.wrap(bytes, at, some)));
            }
        } finally {
            spool.release(room);
        }
    }

    public void input(byte[] bytes) throws IOException {
        write(new RecordedEvent(Kind.INPUT, micros(), ByteBuffer.wrap(bytes)));
    }

    public synchronized void resized(int columnsNow, int rowsNow) throws IOException {
        columns = columnsNow;
        rows = rowsNow;
        write(RecordedEvent.resized(micros(), columns, rows));
    }

    /** Called now and then: what was recorded is shipped soon, also when nothing more happens. */
    public void sealWhenOld() throws IOException {
        sealWhenOlderThan(SEGMENT_AGE);
    }

    synchronized void sealWhenOlderThan(Duration age) throws IOException {
        spool.release(room);
        try {
            if (segment != null && isOlderThan(age, segment)) {
                roll();
            }
        } catch (IOException e) {
            // Otherwise the number that is missing, and the next one's offset, say what is lost.
            if (mode == RecordingMode.STRICT) {
                throw e;
            }
        }
    }

    private static boolean isOlderThan(Duration age, SegmentFile segment) {
        return segment.hasEvents() && segment.age().compareTo(age) >= 0;
    }

    public synchronized void end(String reason) throws IOException {
        if (!isOver) {
            write(RecordedEvent.ended(micros(), reason));
            isOver = true;
            spool.release(room);
            roll();
        }
    }

    private synchronized void write(RecordedEvent event) throws IOException {
        if (isOver) {
            return;
        }
        try {
            if (segment != null && (segment.bytes() >= SEGMENT_BYTES || isOlderThan(SEGMENT_AGE, segment))) {
                roll();
            }
            SegmentFile open = segment == null ? open(event.micros()) : segment;
            if (lost > 0) {
                open.append(RecordedEvent.gap(event.micros(), lost));
                lost = 0;
            }
            open.append(event);
        } catch (IOException e) {
            if (mode == RecordingMode.STRICT) {
                throw e;
            }
            lost += event.kind() == Kind.OUTPUT ? event.data().remaining() : 0;
        }
        if (event.kind() == Kind.OUTPUT) {
            offset += event.data().remaining();
        }
    }

    /** With the time of what is written first, so that none is earlier than the one before. */
    private SegmentFile open(long micros) throws IOException {
        SegmentHeader header = new SegmentHeader(terminal, number, previousDigest, offset - lost, began, columns, rows);
        SegmentFile made = SegmentFile.create(spool, room, header);
        segment = made;
        byte[] drawn = number == 0 ? new byte[0] : picture.draw();
        if (drawn.length > 0 && drawn.length <= RecordedEvent.DATA_BYTES_MAX) {
            made.append(new RecordedEvent(Kind.SCREEN, micros, ByteBuffer.wrap(drawn)));
        }
        return made;
    }

    private void roll() throws IOException {
        SegmentFile full = segment;
        if (full != null) {
            segment = null;
            // Also when it fails: that number is spent, and its loss is seen by the gap it leaves.
            number++;
            previousDigest = full.seal();
        }
    }

    private long micros() {
        return (System.nanoTime() - beganNanos) / 1_000;
    }
}
