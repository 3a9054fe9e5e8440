package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.registry.UploadStore.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Reads stored content, segment by segment, with a small buffer however large the content is. */
@Component
class ContentReader {

    private static final int BUFFER_BYTES = 128 * 1024;

    private final UploadStore uploads;
    private final ObjectStore objects;

    ContentReader(UploadStore uploads, ObjectStore objects) {
        this.uploads = uploads;
        this.objects = objects;
    }

    /** Part of the bytes of a blob: a first byte, and how many. */
    record Part(long from, long length) {}

    void copy(UUID content, Part part, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long at = 0;
        long end = part.from() + part.length();
        for (Segment segment : uploads.segments(content)) {
            long next = at + segment.size();
            if (next > part.from() && at < end) {
                long from = Math.max(part.from() - at, 0);
                copy(segment, new Part(from, Math.min(next, end) - at - from), buffer, to);
            }
            at = next;
        }
        if (at < end) {
            throw new IOException("content " + content + " ends after " + at + " bytes of " + end);
        }
    }

    private void copy(Segment segment, Part part, byte[] buffer, OutputStream to) throws IOException {
        try (InputStream in = open(segment, part.from())) {
            long left = part.length();
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    throw new IOException("object " + segment.object() + " is shorter than its segment");
                }
                to.write(buffer, 0, read);
                left -= read;
            }
        }
    }

    /** Reads a whole segment, which is small. */
    byte[] read(Segment segment) throws IOException {
        try (InputStream in = open(segment, 0)) {
            return in.readNBytes((int) segment.size());
        }
    }

    private InputStream open(Segment segment, long from) throws IOException {
        return objects.open(new ObjectName(segment.object()), from)
                .orElseThrow(() -> new IOException("object " + segment.object() + " is missing"));
    }

    List<Segment> segments(UUID content) {
        return uploads.segments(content);
    }
}
