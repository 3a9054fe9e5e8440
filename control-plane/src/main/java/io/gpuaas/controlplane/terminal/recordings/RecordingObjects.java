package io.gpuaas.controlplane.terminal.recordings;

import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.terminal.recordings.RecordingRecord.SegmentRecord;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.recording.Segment;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Stores segments in the object store. The digest is part of the name: different content is a different object. */
@Component
class RecordingObjects {

    private static final Duration RETRY = Duration.ofSeconds(5);

    private final ObjectStore objects;

    RecordingObjects(ObjectStore objects) {
        this.objects = objects;
    }

    private static ObjectName name(SegmentRecord segment) {
        return new ObjectName(String.format(
                Locale.ROOT, "recordings/%s/%08d-%s", segment.terminal(), segment.number(), segment.sha256()));
    }

    void put(SegmentRecord segment, byte[] bytes) {
        try {
            objects.put(name(segment), bytes);
        } catch (IOException e) {
            throw unavailable("store", e);
        }
    }

    /** As it is kept, whatever became of it; nothing when it is gone. */
    Optional<byte[]> find(SegmentRecord segment) {
        try {
            return objects.find(name(segment));
        } catch (IOException e) {
            // The segment may be there and intact: an unavailable store must not look like a loss to an auditor.
            throw unavailable("return", e);
        }
    }

    /** The state of a segment since it was stored. */
    sealed interface Found {

        record Sound(Segment segment) implements Found {}

        record Missing() implements Found {}

        record Altered() implements Found {}
    }

    Found read(SegmentRecord segment) {
        return find(segment).map(bytes -> read(segment, bytes)).orElseGet(Found.Missing::new);
    }

    private static Found read(SegmentRecord segment, byte[] bytes) {
        try {
            return Segment.digest(bytes).equals(segment.sha256())
                    ? new Found.Sound(Segment.read(bytes))
                    : new Found.Altered();
        } catch (IOException e) {
            return new Found.Altered();
        }
    }

    void delete(SegmentRecord segment) throws IOException {
        objects.delete(name(segment));
    }

    private static ProblemException unavailable(String act, IOException cause) {
        return ProblemException.retryLater(
                ErrorCode.OBJECT_STORE_UNAVAILABLE,
                "The object store failed to " + act + " the recording.",
                RETRY,
                cause);
    }
}
