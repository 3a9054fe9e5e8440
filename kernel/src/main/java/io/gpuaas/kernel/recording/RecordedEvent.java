package io.gpuaas.kernel.recording;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Something that happened in a terminal, so many microseconds after its recording began. */
public record RecordedEvent(Kind kind, long micros, ByteBuffer data) {

    public static final int DATA_BYTES_MAX = 64 * 1024;

    private static final int FRAME_BYTES = 1 + Long.BYTES + Integer.BYTES;

    public enum Kind {
        OUTPUT('o'),
        INPUT('i'),
        RESIZED('r'),
        /** Output that was not recorded: how many bytes. */
        GAP('g'),
        ENDED('e'),
        /** Draws the screen at the beginning of a segment, so that playback can start there. */
        SCREEN('s');

        private final byte mark;

        Kind(char mark) {
            this.mark = (byte) mark;
        }

        private static @Nullable Kind of(byte mark) {
            for (Kind kind : values()) {
                if (kind.mark == mark) {
                    return kind;
                }
            }
            return null;
        }
    }

    public RecordedEvent {
        if (data.remaining() > DATA_BYTES_MAX || micros < 0) {
            throw new IllegalArgumentException("an event has at most " + DATA_BYTES_MAX + " bytes and a time");
        }
        data = data.asReadOnlyBuffer();
    }

    public static RecordedEvent resized(long micros, int columns, int rows) {
        ByteBuffer size = ByteBuffer.allocate(2 * Short.BYTES);
        return new RecordedEvent(
                Kind.RESIZED,
                micros,
                size.putShort((short) columns).putShort((short) rows).flip());
    }

    public static RecordedEvent gap(long micros, long bytes) {
        return new RecordedEvent(
                Kind.GAP, micros, ByteBuffer.allocate(Long.BYTES).putLong(bytes).flip());
    }

    public static RecordedEvent ended(long micros, String reason) {
        return new RecordedEvent(Kind.ENDED, micros, StandardCharsets.UTF_8.encode(reason));
    }

    /** A copy nobody else has. */
    public byte[] bytes() {
        byte[] copy = new byte[data.remaining()];
        data.duplicate().get(copy);
        return copy;
    }

    public String text() {
        return StandardCharsets.UTF_8.decode(data.duplicate()).toString();
    }

    /** How many bytes a gap has lost. */
    public long lostBytes() {
        return data.getLong(data.position());
    }

    public int columns() {
        return data.getShort(data.position());
    }

    public int rows() {
        return data.getShort(data.position() + Short.BYTES);
    }

    /** As it stands in a segment: what it is, and a checksum by which an end that was torn off is noticed. */
    public ByteBuffer write() {
        ByteBuffer out = ByteBuffer.allocate(FRAME_BYTES + data.remaining() + Integer.BYTES);
        out.put(kind.mark).putLong(micros).putInt(data.remaining()).put(data.duplicate());
        return out.putInt(checksum(out.duplicate().flip())).flip();
    }

    /** The next one, or nothing where the segment ends or was torn; then the position is left where it was. */
    static Optional<RecordedEvent> read(ByteBuffer in) {
        int began = in.position();
        if (in.remaining() < FRAME_BYTES + Integer.BYTES) {
            return Optional.empty();
        }
        Kind kind = Kind.of(in.get(began));
        long micros = in.getLong(began + 1);
        int length = in.getInt(began + 1 + Long.BYTES);
        if (kind == null
                || micros < 0
                || length < 0
                || length > DATA_BYTES_MAX
                || in.remaining() < FRAME_BYTES + length + Integer.BYTES) {
            return Optional.empty();
        }
        ByteBuffer frame = in.slice(began, FRAME_BYTES + length);
        if (checksum(frame.duplicate()) != in.getInt(began + frame.remaining())) {
            return Optional.empty();
        }
        in.position(began + frame.remaining() + Integer.BYTES);
        return Optional.of(new RecordedEvent(kind, micros, frame.slice(FRAME_BYTES, length)));
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }
}
