package io.gpuaas.controlplane.terminal.recordings;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.terminal.TerminalRecord;
import io.gpuaas.controlplane.terminal.recordings.RecordingObjects.Found;
import io.gpuaas.controlplane.terminal.recordings.RecordingRecord.SegmentRecord;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
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
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Which terminals are recorded, what may be read of it, and when it goes away. */
public @Component class Recordings implements BackgroundWork {

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

    /**
     * The recording part of the node's task when a terminal starts; empty when it is not recorded. In the caller's
     * transaction.
     */
    public Map<String, Object> begin(TerminalRecord terminal, Instant now) {
        String mode = policies.effective(RecordingPolicies.RECORDING, terminal.tenant(), terminal.project());
        if (mode.equals(OFF)) {
            return Map.of();
        }
        boolean input = policies.effective(RecordingPolicies.RECORD_INPUT, terminal.tenant(), terminal.project())
                .equals("on");
        Instant deleteAfter =
                now.plus(policies.effective(RecordingPolicies.RETENTION, terminal.tenant(), terminal.project()));
        store.add(terminal, mode.equals("strict"), input, now, deleteAfter);
        return Map.of("recording", mode, "record_input", input);
    }

    /** Nothing of people runs unrecorded there. */
    public boolean isStrict(TenantId tenant, ProjectId project) {
        return policies.effective(RecordingPolicies.RECORDING, tenant, project).equals("strict");
    }

    RecordingRecord require(ProjectId project, TerminalId terminal) {
        return store.find(terminal)
                .filter(found -> found.owner().project().equals(project))
                .orElseThrow(() -> ProblemException.notFound("recording"));
    }

    /** Segments by number, both included. */
    record Range(int from, int to) {}

    /** With screens also what draws each segment's beginning, for players that seek. */
    Download play(RecordingRecord recording, Range range, boolean withScreens) {
        return new Download("application/x-asciicast", "terminal-" + recording.terminal() + ".cast", out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            Playing playing = new Playing(recording, new Asciicast(writer), range.from(), withScreens);
            each(recording, range, segment -> playing.play(segment, objects.read(segment)));
            writer.flush();
        });
    }

    /** The segments as stored. Missing ones are missing there, too: the reader recomputes the chain. */
    Download download(RecordingRecord recording, Range range) {
        return new Download(
                "application/zip",
                "terminal-" + recording.terminal() + ".zip",
                out -> writeSegments(recording, range, out));
    }

    private void writeSegments(RecordingRecord recording, Range range, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.setLevel(Deflater.BEST_SPEED);
        each(recording, range, segment -> {
            Optional<byte[]> bytes = objects.find(segment);
            if (bytes.isPresent()) {
                ZipEntry entry =
                        new ZipEntry(String.format(Locale.ROOT, "%08d-%s.segment", segment.number(), segment.sha256()));
                entry.setLastModifiedTime(FileTime.from(segment.storedAt()));
                zip.putNextEntry(entry);
                zip.write(bytes.get());
                zip.closeEntry();
            }
        });
        zip.finish();
    }

    private interface Reading {
        void read(SegmentRecord segment) throws IOException;
    }

    private void each(RecordingRecord recording, Range range, Reading reading) throws IOException {
        int after = range.from() - 1;
        List<SegmentRecord> page = store.listSegments(recording.terminal(), after, PAGE);
        while (!page.isEmpty()) {
            for (SegmentRecord segment : page) {
                if (segment.number() <= range.to()) {
                    reading.read(segment);
                }
                after = segment.number();
            }
            page = after >= range.to() ? List.of() : store.listSegments(recording.terminal(), after, PAGE);
        }
    }

    /** Where a player of segments is: what does not follow what came before is shown as lost. */
    private static final class Playing {

        private final RecordingRecord recording;
        private final Asciicast cast;
        private final boolean withScreens;
        private boolean isBroken;
        private int next;
        private long offset;
        private @Nullable SegmentRecord previous;

        Playing(RecordingRecord recording, Asciicast cast, int first, boolean withScreens) {
            this.recording = recording;
            this.cast = cast;
            this.next = first;
            // Before the first segment nothing was printed; output before a later first segment was not requested.
            this.offset = first == 0 ? 0 : -1;
            this.withScreens = withScreens;
        }

        void play(SegmentRecord row, Found found) throws IOException {
            begin(found);
            long micros = row.millis().from() * 1_000;
            isBroken |= row.number() != next;
            if (offset >= 0 && row.offsets().from() > offset) {
                cast.lost(micros, row.offsets().from() - offset);
                isBroken = true;
            }
            switch (found) {
                case Found.Sound(Segment segment) -> play(row, segment);
                case Found.Missing() -> {
                    cast.missing(micros, row.number());
                    cast.lost(micros, row.offsets().to() - row.offsets().from());
                }
                case Found.Altered() -> {
                    cast.altered(micros, row.number());
                    cast.lost(micros, row.offsets().to() - row.offsets().from());
                }
            }
            isBroken = !(found instanceof Found.Sound);
            next = row.number() + 1;
            offset = row.offsets().to();
            previous = row;
        }

        private void play(SegmentRecord row, Segment segment) throws IOException {
            long micros = row.millis().from() * 1_000;
            if (!follows(row, segment)) {
                cast.unchained(micros, row.number());
            }
            cast.window(micros, segment.header().columns(), segment.header().rows());
            // The screen is redrawn for players that start here, and after a loss.
            boolean isDrawn = isBroken || (previous == null && row.number() > 0);
            for (RecordedEvent event : segment.events()) {
                if (event.kind() != Kind.SCREEN || isDrawn) {
                    cast.event(event);
                } else if (withScreens) {
                    cast.screen(event);
                }
            }
        }

        /** Whether it carries the digest of the one before; of the first that is asked for the manifest knows. */
        private boolean follows(SegmentRecord row, Segment segment) {
            SegmentRecord before = previous;
            if (before == null) {
                return row.isChained();
            }
            return before.number() == row.number() - 1
                    && before.sha256().equals(segment.header().previousDigest());
        }

        private void begin(Found found) throws IOException {
            if (previous == null) {
                cast.begin(
                        recording,
                        found instanceof Found.Sound(Segment read)
                                ? read.header().columns()
                                : recording.window().columns(),
                        found instanceof Found.Sound(Segment read)
                                ? read.header().rows()
                                : recording.window().rows());
            }
        }
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(10), "terminal.delete-old-recordings", this::deleteOld)
                .firstAfter(Duration.ofMinutes(12));
    }

    /** Objects first: what is still in the manifest can be deleted again. */
    public void deleteOld() {
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
