package io.gpuaas.kernel.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Identifies a segment: its terminal, its number, the digest of the one before, the offset of its first byte of output
 * and the window size at its beginning.
 */
public record SegmentHeader(
        UUID terminal, int number, String previousDigest, long offset, Instant began, int columns, int rows) {

    /** Before the first segment there is none. */
    public static final String NO_DIGEST = "0".repeat(64);

    static final int BYTES = 8 + 2 * Long.BYTES + Integer.BYTES + 32 + Long.BYTES + Long.BYTES + 2 * Short.BYTES;

    private static final byte[] MARK = "GPUAASR1".getBytes(StandardCharsets.US_ASCII);

    public ByteBuffer write() {
        return ByteBuffer.allocate(BYTES)
                .put(MARK)
                .putLong(terminal.getMostSignificantBits())
                .putLong(terminal.getLeastSignificantBits())
                .putInt(number)
                .put(HexFormat.of().parseHex(previousDigest))
                .putLong(offset)
                .putLong(began.toEpochMilli())
                .putShort((short) columns)
                .putShort((short) rows)
                .flip();
    }

    static SegmentHeader read(ByteBuffer in) throws IOException {
        byte[] mark = new byte[MARK.length];
        if (in.remaining() < BYTES || !Arrays.equals(MARK, mark(in, mark))) {
            throw new IOException("this is no segment of a recording");
        }
        UUID terminal = new UUID(in.getLong(), in.getLong());
        int number = in.getInt();
        byte[] previous = new byte[32];
        in.get(previous);
        return new SegmentHeader(
                terminal,
                number,
                HexFormat.of().formatHex(previous),
                in.getLong(),
                Instant.ofEpochMilli(in.getLong()),
                in.getShort(),
                in.getShort());
    }

    private static byte[] mark(ByteBuffer in, byte[] into) {
        in.get(into);
        return into;
    }
}
