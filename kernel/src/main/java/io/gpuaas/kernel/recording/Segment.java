package io.gpuaas.kernel.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** A segment as it was read: all events up to the end, or up to where it was torn. */
public record Segment(SegmentHeader header, List<RecordedEvent> events, int soundBytes, boolean isTorn) {

    /** None is larger, on any side. */
    public static final int BYTES_MAX = 1024 * 1024;

    public Segment {
        events = List.copyOf(events);
    }

    public static Segment read(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        SegmentHeader header = SegmentHeader.read(in);
        List<RecordedEvent> events = new ArrayList<>();
        Optional<RecordedEvent> next = RecordedEvent.read(in);
        while (next.isPresent()) {
            events.add(next.get());
            next = RecordedEvent.read(in);
        }
        return new Segment(header, events, in.position(), in.hasRemaining());
    }

    /** The offset after the last byte of output, recorded or lost. */
    public long endOffset() {
        long offset = header.offset();
        for (RecordedEvent event : events) {
            offset += switch (event.kind()) {
                case OUTPUT -> event.data().remaining();
                case GAP -> event.lostBytes();
                case INPUT, RESIZED, ENDED, SCREEN -> 0;
            };
        }
        return offset;
    }

    public static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(newDigest().digest(bytes));
    }

    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
