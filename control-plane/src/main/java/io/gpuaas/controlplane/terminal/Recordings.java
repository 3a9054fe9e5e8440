package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.controlplane.terminal.RecordingRecord.SegmentRecord;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Which terminals are recorded, what may be read of it, and when it goes away. */
@Component
class Recordings {

    private static final Logger log = LoggerFactory.getLogger(Recordings.class);

    private static final String OFF = "off";
    private static final int PAGE = 100;
    private static final int DELETED_AT_ONCE_MAX = 100;

    private final RecordingStore store;
    private final RecordingObjects objects;
    private final Policies policies;
    private final Clock clock;

    Recordings(RecordingStore store, RecordingObjects objects, Policies policies, Clock clock) {
        this.store = store;
        this.objects = objects;
        this.policies = policies;
        this.clock = clock;
    }

    /** What the node is told when a terminal begins; nothing when it is not recorded. In the caller's transaction. */
    Map<String, Object> begin(TerminalRecord terminal, Instant now) {
        String mode = policies.effective(PolicyKeys.TERMINAL_RECORDING, terminal.tenant(), terminal.project());
        if (mode.equals(OFF)) {
            return Map.of();
        }
        boolean input = policies.effective(PolicyKeys.TERMINAL_RECORD_INPUT, terminal.tenant(), terminal.project())
                .equals("on");
        Instant deleteAfter = now.plus(
                policies.effective(PolicyKeys.TERMINAL_RECORDING_RETENTION, terminal.tenant(), terminal.project()));
        store.add(terminal, mode.equals("strict"), input, now, deleteAfter);
        return Map.of("recording", mode, "record_input", input);
    }

    RecordingRecord require(ProjectId project, TerminalId terminal) {
        return store.find(terminal)
                .filter(found -> found.project().equals(project))
                .orElseThrow(() -> ProblemException.notFound("recording"));
    }

    /** Segments by number, both included. */
    record Range(int from, int to) {}

    Download play(RecordingRecord recording, Range range) {
        return new Download(
                "application/x-asciicast",
                "terminal-" + recording.terminal() + ".cast",
                out -> write(recording, range, out));
    }

    private void write(RecordingRecord recording, Range range, OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        Playing playing = new Playing(recording, new Asciicast(writer), range.from());
        int after = range.from() - 1;
        List<SegmentRecord> page = store.listSegments(recording.terminal(), after, PAGE);
        while (!page.isEmpty()) {
            for (SegmentRecord segment : page) {
                if (segment.number() <= range.to()) {
                    playing.play(segment, objects.read(segment));
                }
                after = segment.number();
            }
            page = after >= range.to() ? List.of() : store.listSegments(recording.terminal(), after, PAGE);
        }
        writer.flush();
    }

    /** Where a player of segments is: what does not follow what came before is shown as lost. */
    private static final class Playing {

        private final RecordingRecord recording;
        private final Asciicast cast;
        private final int first;
        private boolean hasBegun;
        private boolean isBroken;
        private long offset = -1;

        Playing(RecordingRecord recording, Asciicast cast, int first) {
            this.recording = recording;
            this.cast = cast;
            this.first = first;
        }

        void play(SegmentRecord row, Optional<Segment> segment) throws IOException {
            begin(segment);
            if (offset >= 0 && row.fromOffset() > offset) {
                cast.lost(row.fromMillis() * 1_000, row.fromOffset() - offset);
                isBroken = true;
            }
            if (segment.isEmpty()) {
                cast.lost(row.fromMillis() * 1_000, row.toOffset() - row.fromOffset());
            } else {
                for (RecordedEvent event : segment.get().events()) {
                    // The screen is drawn for who comes in here, and after something was lost.
                    if (event.kind() != Kind.SCREEN || isBroken || (row.number() == first && first > 0)) {
                        cast.event(event);
                    }
                }
            }
            isBroken = segment.isEmpty();
            offset = row.toOffset();
        }

        private void begin(Optional<Segment> segment) throws IOException {
            if (!hasBegun) {
                hasBegun = true;
                cast.begin(
                        recording,
                        segment.map(read -> read.header().columns()).orElse(recording.columns()),
                        segment.map(read -> read.header().rows()).orElse(recording.rows()));
            }
        }
    }

    /** Objects first: what is still in the manifest can be deleted again. */
    @Scheduled(initialDelayString = "PT12M", fixedDelayString = "PT10M")
    void deleteOld() {
        for (RecordingRecord recording : store.listDue(clock.instant(), DELETED_AT_ONCE_MAX)) {
            try {
                delete(recording);
            } catch (IOException e) {
                log.warn("recording {} could not be deleted", recording.terminal(), e);
            }
        }
    }

    private void delete(RecordingRecord recording) throws IOException {
        int after = -1;
        List<SegmentRecord> page = store.listSegments(recording.terminal(), after, PAGE);
        while (!page.isEmpty()) {
            for (SegmentRecord segment : page) {
                objects.delete(segment);
                after = segment.number();
            }
            page = store.listSegments(recording.terminal(), after, PAGE);
        }
        store.delete(recording.terminal());
    }
}
