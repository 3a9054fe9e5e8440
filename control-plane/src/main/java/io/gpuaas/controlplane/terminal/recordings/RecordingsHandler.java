package io.gpuaas.controlplane.terminal.recordings;

import io.gpuaas.api.Recording;
import io.gpuaas.api.RecordingPage;
import io.gpuaas.api.RecordingSegment;
import io.gpuaas.api.RecordingSegmentPage;
import io.gpuaas.api.RecordingsApi;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.terminal.recordings.RecordingRecord.SegmentRecord;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class RecordingsHandler implements RecordingsApi {

    private static final String RECORDINGS = "recordings";
    private static final String SEGMENTS = "recording-segments";

    private final Recordings recordings;
    private final RecordingStore store;
    private final Principals principals;

    RecordingsHandler(Recordings recordings, RecordingStore store, Principals principals) {
        this.recordings = recordings;
        this.store = store;
        this.principals = principals;
    }

    @Override
    public RecordingPage listRecordings(
            ProjectId project,
            @Nullable AllocationId allocation,
            @Nullable PrincipalId openedBy,
            @Nullable Instant from,
            @Nullable Instant to,
            Integer limit,
            @Nullable String cursor) {
        List<RecordingRecord> rows = store.list(
                new RecordingStore.Filter(project, allocation, openedBy, from, to),
                PageCursor.decode(RECORDINGS, cursor, UUID::fromString),
                limit + 1);
        return new RecordingPage(
                view(PageCursor.page(rows, limit)),
                PageCursor.next(RECORDINGS, rows, limit, RecordingRecord::terminal));
    }

    @Override
    public Recording getRecording(ProjectId project, TerminalId terminal) {
        return view(List.of(recordings.require(project, terminal))).getFirst();
    }

    @Override
    public RecordingSegmentPage listRecordingSegments(
            ProjectId project, TerminalId terminal, Integer limit, @Nullable String cursor) {
        RecordingRecord recording = recordings.require(project, terminal);
        Integer after = PageCursor.decode(SEGMENTS, cursor, Integer::valueOf);
        List<SegmentRecord> rows = store.listSegments(recording.terminal(), after == null ? -1 : after, limit + 1);
        return new RecordingSegmentPage(
                PageCursor.page(rows, limit).stream()
                        .map(RecordingsHandler::view)
                        .toList(),
                PageCursor.next(SEGMENTS, rows, limit, SegmentRecord::number));
    }

    @Override
    public StreamingResponseBody playRecording(
            ProjectId project,
            TerminalId terminal,
            @Nullable Integer fromSegment,
            @Nullable Integer toSegment,
            Boolean screens) {
        return recordings.play(recordings.require(project, terminal), range(fromSegment, toSegment), screens);
    }

    @Override
    public StreamingResponseBody downloadRecording(
            ProjectId project, TerminalId terminal, @Nullable Integer fromSegment, @Nullable Integer toSegment) {
        return recordings.download(recordings.require(project, terminal), range(fromSegment, toSegment));
    }

    private static Recordings.Range range(@Nullable Integer from, @Nullable Integer to) {
        return new Recordings.Range(from == null ? 0 : from, to == null ? Integer.MAX_VALUE : to);
    }

    private List<Recording> view(List<RecordingRecord> rows) {
        Map<PrincipalId, String> names = principals.names(
                rows.stream().map(row -> row.owner().principal()).toList());
        return rows.stream()
                .map(row -> view(row, names.get(row.owner().principal())))
                .toList();
    }

    private static Recording view(RecordingRecord row, @Nullable String openedByName) {
        return new Recording(
                row.terminal(),
                row.owner().allocation(),
                row.owner().principal(),
                openedByName,
                row.times().beganAt(),
                row.times().endedAt(),
                row.endReason(),
                row.window().columns(),
                row.window().rows(),
                row.contents().segments(),
                row.contents().bytes(),
                row.contents().durationMillis(),
                row.mode().recordsInput(),
                row.mode().isStrict(),
                row.times().deleteAfter());
    }

    private static RecordingSegment view(SegmentRecord row) {
        return new RecordingSegment(
                row.number(),
                row.millis().from(),
                row.millis().to(),
                row.offsets().from(),
                row.offsets().to(),
                row.bytes(),
                row.sha256(),
                row.isChained(),
                row.storedAt());
    }
}
