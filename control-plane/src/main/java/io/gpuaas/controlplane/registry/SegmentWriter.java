package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.registry.UploadStore.Segment;
import io.gpuaas.controlplane.registry.UploadStore.Upload;
import java.io.IOException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Appends bytes to an upload: collects a segment, stores it as an object under a name that nobody else uses, then commits
 * its row. A crash loses at most the segment that was being collected; a request that lost a race changes nothing.
 */
final class SegmentWriter {

    static final int SEGMENT_BYTES = 4 * 1024 * 1024;

    /** A shorter last segment is stored again together with what follows, so that small chunks do not add up to many. */
    private static final int MERGED_BELOW_BYTES = 1024 * 1024;

    private final UploadStore store;
    private final ObjectStore objects;
    private final Clock clock;
    private final UUID upload;
    private final byte[] buffer = new byte[SEGMENT_BYTES];
    private int filled;
    private int stored;
    private int number;
    private long size;
    private @Nullable String replaced;

    private SegmentWriter(UploadStore store, ObjectStore objects, Clock clock, Upload upload) {
        this.store = store;
        this.objects = objects;
        this.clock = clock;
        this.upload = upload.id();
        this.size = upload.size();
    }

    static SegmentWriter at(Upload upload, UploadStore store, ObjectStore objects, ContentReader contents, Clock clock)
            throws IOException {
        SegmentWriter writer = new SegmentWriter(store, objects, clock, upload);
        Optional<Segment> last = store.findLastSegment(upload.id());
        if (last.isPresent()) {
            writer.continueAfter(last.get(), contents);
        }
        return writer;
    }

    private void continueAfter(Segment last, ContentReader contents) throws IOException {
        if (last.size() >= MERGED_BELOW_BYTES) {
            number = last.number() + 1;
            return;
        }
        byte[] bytes = contents.read(last);
        System.arraycopy(bytes, 0, buffer, 0, bytes.length);
        number = last.number();
        filled = bytes.length;
        stored = bytes.length;
        replaced = last.object();
    }

    void write(byte[] bytes, int length) throws IOException {
        int from = 0;
        while (from < length) {
            int taken = Math.min(length - from, buffer.length - filled);
            System.arraycopy(bytes, from, buffer, filled, taken);
            filled += taken;
            from += taken;
            if (filled == buffer.length) {
                commit();
            }
        }
    }

    /** Stores what is left, and tells how large the upload is now. */
    long finish() throws IOException {
        if (filled > stored) {
            commit();
        }
        return size;
    }

    private void commit() throws IOException {
        byte[] bytes = filled == buffer.length ? buffer : java.util.Arrays.copyOf(buffer, filled);
        ObjectName object = objectName(upload, number);
        objects.put(object, bytes);
        long after = size + filled - stored;
        if (!store.commit(upload, size, new Segment(number, object.value(), filled), after, clock.instant())) {
            objects.delete(object);
            throw RegistryException.rangeInvalid("another request has written to this upload");
        }
        if (replaced != null) {
            objects.delete(new ObjectName(replaced));
            replaced = null;
        }
        size = after;
        number++;
        filled = 0;
        stored = 0;
    }

    static String prefix(UUID content) {
        return "registry/" + content + "/";
    }

    private static ObjectName objectName(UUID upload, int number) {
        String unique = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        return new ObjectName(prefix(upload) + number + "-" + unique);
    }
}
