package io.gpuaas.controlplane.terminal.recordings;

import io.gpuaas.controlplane.nodes.NodeUpload;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.terminal.recordings.RecordingRecord.SegmentRecord;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Takes segments from nodes: checks them, stores them in the object store, then adds them to the manifest. */
@Component
public class RecordingIntake implements NodeUpload {

    /** An agent that was away ships what it has when it is back. */
    static final Duration SHIPPED_WITHIN = Duration.ofDays(7);

    /** Far beyond what a terminal of the longest life writes, so that no flood of output ends its recording. */
    public static final int SEGMENTS_MAX = 100_000;

    public static final long BYTES_MAX = 16L << 30;

    private final RecordingStore store;
    private final RecordingObjects objects;
    private final Clock clock;

    RecordingIntake(RecordingStore store, RecordingObjects objects, Clock clock) {
        this.store = store;
        this.objects = objects;
        this.clock = clock;
    }

    /** The digest of what is kept. */
    public record Kept(String sha256) {}

    @Override
    public String name() {
        return "recordings";
    }

    @Override
    public Kept take(Arrived arrived) {
        Place place = place(arrived.words());
        RecordingRecord recording = store.find(place.terminal())
                .filter(found -> found.node().equals(arrived.node()))
                .orElseThrow(() -> ProblemException.notFound("recording"));
        byte[] bytes = arrived.body().bytes();
        String sha256 = Segment.digest(bytes);
        if (!sha256.equals(arrived.sha256())) {
            throw refused("its digest does not match");
        }
        Optional<SegmentRecord> before = store.findSegment(place.terminal(), place.number());
        if (before.isPresent()) {
            return again(before.get(), sha256);
        }
        requireRoom(place, recording, bytes.length);
        keep(place, recording, sha256, bytes);
        return new Kept(sha256);
    }

    /** Refuses segments after the last one, long after the end, or beyond what any terminal produces. */
    private void requireRoom(Place place, RecordingRecord recording, int bytes) {
        Integer last = recording.contents().lastSegment();
        if (last != null && place.number() > last) {
            throw refused("the recording had already ended");
        }
        Instant ended = recording.times().endedAt();
        if (ended != null && clock.instant().isAfter(ended.plus(SHIPPED_WITHIN))) {
            throw refused("the recording ended more than " + SHIPPED_WITHIN.toDays() + " days ago");
        }
        if (place.number() < 0
                || place.number() >= SEGMENTS_MAX
                || recording.contents().bytes() + bytes > BYTES_MAX) {
            throw refused("the recording is too long");
        }
    }

    private record Place(TerminalId terminal, int number) {}

    private static Place place(List<String> words) {
        try {
            return new Place(TerminalId.parse(words.getFirst()), Integer.parseInt(words.get(1)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw ProblemException.notFound("recording");
        }
    }

    /** The node did not hear that it is kept. */
    private static Kept again(SegmentRecord kept, String sha256) {
        if (!kept.sha256().equals(sha256)) {
            throw refused("a different segment is stored under its number");
        }
        return new Kept(sha256);
    }

    private void keep(Place place, RecordingRecord recording, String sha256, byte[] bytes) {
        Segment segment = read(bytes);
        if (!segment.header().terminal().equals(place.terminal().value())
                || segment.header().number() != place.number()
                || segment.isTorn()) {
            throw refused("its content does not match its URL");
        }
        Optional<SegmentRecord> previous = store.findSegment(place.terminal(), place.number() - 1);
        boolean isChained = place.number() == 0
                || previous.filter(
                                found -> found.sha256().equals(segment.header().previousDigest()))
                        .isPresent();
        if (previous.isPresent() && !isChained) {
            throw refused("it does not follow the previous segment");
        }
        SegmentRecord row = row(place, segment, sha256, isChained, bytes.length);
        objects.put(row, bytes);
        store.keep(row, told(segment, recording));
    }

    private static Segment read(byte[] bytes) {
        try {
            return Segment.read(bytes);
        } catch (IOException e) {
            throw refused("it is not a valid segment");
        }
    }

    private SegmentRecord row(Place place, Segment segment, String sha256, boolean isChained, int bytes) {
        List<RecordedEvent> events = segment.events();
        return new SegmentRecord(
                place.terminal(),
                place.number(),
                sha256,
                isChained,
                new RecordingRecord.Span(
                        events.isEmpty() ? 0 : events.getFirst().micros() / 1_000,
                        events.isEmpty() ? 0 : events.getLast().micros() / 1_000),
                new RecordingRecord.Span(segment.header().offset(), segment.endOffset()),
                bytes,
                clock.instant());
    }

    /** The node's clock is its own; what it measured since the beginning is added to ours. */
    private static RecordingStore.RecordingUpdate told(Segment segment, RecordingRecord recording) {
        Optional<RecordedEvent> end = segment.events().stream()
                .filter(event -> event.kind() == Kind.ENDED)
                .findFirst();
        Instant endedAt = end.map(event -> recording.times().beganAt().plus(event.micros(), ChronoUnit.MICROS))
                .orElse(null);
        return new RecordingStore.RecordingUpdate(
                segment.header().columns(),
                segment.header().rows(),
                endedAt,
                end.isPresent() ? segment.header().number() : null,
                end.map(RecordedEvent::text).orElse(null));
    }

    private static ProblemException refused(String why) {
        return ProblemException.of(ErrorCode.RECORDING_REFUSED, "The segment was refused: " + why + ".");
    }
}
