package io.gpuaas.agent.recording;

import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.kernel.recording.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;

/** A segment that is being written. Each event is the kernel's before anybody sees what it holds. */
final class SegmentFile {

    private static final Set<StandardOpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Spool spool;
    private final SpoolReservation room;
    private final Path part;
    private final FileChannel channel;
    private final MessageDigest digest = Segment.newDigest();
    private final long openedNanos = System.nanoTime();
    private int bytes;
    private boolean hasEvents;

    private SegmentFile(Spool spool, SpoolReservation room, Path part) throws IOException {
        this.spool = spool;
        this.room = room;
        this.part = part;
        this.channel = FileChannel.open(
                part, NEW, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    static SegmentFile create(Spool spool, SpoolReservation room, SegmentHeader header) throws IOException {
        SegmentFile file = new SegmentFile(spool, room, spool.part(header.terminal(), header.number()));
        try {
            file.append(header.write());
        } catch (IOException e) {
            file.channel.close();
            Files.deleteIfExists(file.part);
            throw e;
        }
        return file;
    }

    void append(RecordedEvent event) throws IOException {
        append(event.write());
        hasEvents |= event.kind() != Kind.SCREEN;
    }

    /** All of it or nothing, also on a disk that is full. */
    private void append(ByteBuffer what) throws IOException {
        int count = what.remaining();
        ByteBuffer same = what.duplicate();
        spool.wrote(room, count);
        try {
            while (what.hasRemaining()) {
                channel.write(what);
            }
        } catch (IOException e) {
            spool.unwrote(count);
            channel.truncate(bytes);
            channel.position(bytes);
            throw e;
        }
        digest.update(same);
        bytes += count;
    }

    int bytes() {
        return bytes;
    }

    boolean hasEvents() {
        return hasEvents;
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - openedNanos);
    }

    /** The digest the next segment carries. */
    String seal() throws IOException {
        channel.close();
        spool.seal(part);
        return HexFormat.of().formatHex(digest.digest());
    }
}
