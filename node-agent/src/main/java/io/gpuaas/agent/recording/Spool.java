package io.gpuaas.agent.recording;

import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/** The folder in which segments wait to be shipped: one folder for each terminal, so much in all. */
public final class Spool {

    public static final long BYTES_MAX = 256L * 1024 * 1024;

    static final String WRITING = ".part";
    static final String SEALED = ".segment";
    static final String REFUSED = ".refused";

    private final Path folder;
    private final long bytesMax;
    private long bytes;
    private long promised;

    public Spool(Path folder, long bytesMax) throws IOException {
        this.folder = folder;
        this.bytesMax = bytesMax;
        recover();
    }

    /** A segment this program was killed over ends where it is sound, and is shipped like any other. */
    private synchronized void recover() throws IOException {
        for (Path file : list(WRITING)) {
            recover(file, Files.readAllBytes(file));
        }
        for (Path file : list("")) {
            bytes += Files.size(file);
        }
    }

    private void recover(Path file, byte[] content) throws IOException {
        Segment segment;
        try {
            segment = Segment.read(content);
        } catch (IOException e) {
            // Killed before even its header was written: nothing was in it, so nobody saw any of it.
            Files.delete(file);
            return;
        }
        try {
            finish(file, segment);
            seal(file);
        } catch (IOException e) {
            // A disk that takes nothing at all. It stays for the next start: people saw what is in it.
        }
    }

    /** Without its mark when the disk has no room for it: what people saw counts more. */
    private static void finish(Path file, Segment segment) throws IOException {
        long micros =
                segment.events().isEmpty() ? 0 : segment.events().getLast().micros();
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            out.truncate(segment.soundBytes());
            ByteBuffer end = RecordedEvent.ended(micros, "agent_ended").write();
            try {
                while (end.hasRemaining()) {
                    out.write(end, segment.soundBytes() + end.position());
                }
            } catch (IOException e) {
                out.truncate(segment.soundBytes());
            }
            out.force(false);
        }
    }

    /** Where a terminal's segment is written until it is sealed. */
    Path part(UUID terminal, int number) throws IOException {
        Path place = Files.createDirectories(folder.resolve(terminal.toString()));
        return place.resolve(String.format(Locale.ROOT, "%08d%s", number, WRITING));
    }

    synchronized void seal(Path part) throws IOException {
        String name = part.getFileName().toString();
        Files.move(
                part,
                part.resolveSibling(name.substring(0, name.length() - WRITING.length()) + SEALED),
                StandardCopyOption.ATOMIC_MOVE);
        notifyAll();
    }

    /** Whether there was room, which is kept for this one then; waits for some, as long as shipping may make it. */
    synchronized boolean awaitRoom(SpoolReservation room, int count, Duration patience) throws InterruptedException {
        release(room);
        long until = System.nanoTime() + patience.toNanos();
        while (bytes + promised + count > bytesMax) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        room.promise(count);
        promised += count;
        return true;
    }

    /** Frees the reserved bytes that the recording did not use. */
    synchronized void release(SpoolReservation room) {
        if (room.left() > 0) {
            promised -= room.use(room.left());
            notifyAll();
        }
    }

    synchronized void wrote(SpoolReservation room, int count) throws IOException {
        long kept = room.isStrict() ? 0 : promised;
        if (bytes + kept + count > bytesMax) {
            throw new IOException("the spool of recordings is full");
        }
        bytes += count;
        promised -= room.use(count);
    }

    synchronized void unwrote(int count) {
        bytes -= count;
    }

    /** Waits for sealed segments to ship; the segments of one terminal are in order. */
    synchronized List<Path> awaitSealed(Duration patience) throws IOException, InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        List<Path> sealed = list(SEALED);
        while (sealed.isEmpty() && System.nanoTime() < until) {
            wait(patience.toMillis());
            sealed = list(SEALED);
        }
        return sealed;
    }

    /** It is somewhere else now. */
    synchronized void delete(Path file) throws IOException {
        long size = Files.size(file);
        Files.delete(file);
        bytes -= size;
        Path place = file.getParent();
        if (place != null && isEmpty(place)) {
            Files.delete(place);
        }
        notifyAll();
    }

    /** Kept for somebody to look at, and not tried again. */
    synchronized void setAside(Path file) throws IOException {
        Files.move(file, file.resolveSibling(file.getFileName() + REFUSED));
    }

    private static boolean isEmpty(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.findAny().isEmpty();
        }
    }

    private List<Path> list(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }
}
