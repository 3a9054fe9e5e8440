package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.terminal.RecordingRecord.SegmentRecord;
import io.gpuaas.kernel.recording.Segment;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Segments in the object store. The digest is part of the name: another content is another object. */
@Component
class RecordingObjects {

    private final ObjectStore objects;

    RecordingObjects(ObjectStore objects) {
        this.objects = objects;
    }

    private static ObjectName name(SegmentRecord segment) {
        return new ObjectName(String.format(
                Locale.ROOT, "recordings/%s/%08d-%s", segment.terminal(), segment.number(), segment.sha256()));
    }

    void put(SegmentRecord segment, byte[] bytes) throws IOException {
        objects.put(name(segment), bytes);
    }

    /** As it is kept, whatever became of it; nothing when it is gone. */
    Optional<byte[]> find(SegmentRecord segment) throws IOException {
        return objects.find(name(segment));
    }

    /** Nothing when it is gone, is not what it was, or cannot be had now. */
    Optional<Segment> read(SegmentRecord segment) {
        try {
            Optional<byte[]> bytes = find(segment);
            return bytes.isPresent() && Segment.digest(bytes.get()).equals(segment.sha256())
                    ? Optional.of(Segment.read(bytes.get()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void delete(SegmentRecord segment) throws IOException {
        objects.delete(name(segment));
    }
}
