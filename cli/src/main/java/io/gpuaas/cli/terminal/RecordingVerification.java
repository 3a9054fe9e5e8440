package io.gpuaas.cli.terminal;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.kernel.recording.ChainCheck;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.sdk.Page;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.RecordingSegment;
import io.gpuaas.sdk.RecordingsApi;
import io.gpuaas.sdk.RecordingsApi.DownloadRecordingFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Verifies the digest chain of a recording by recomputing it from the downloaded bytes. */
record RecordingVerification(
        @JsonProperty("intact") boolean intact,
        @JsonProperty("segments") int segments,
        @JsonProperty("last_sha256") String lastSha256,
        @JsonProperty("findings") List<Found> findings) {

    /** A segment and its fault. */
    record Found(
            @JsonProperty("segment") int segment,
            @JsonProperty("fault") String fault) {}

    static RecordingVerification of(RecordingsApi recordings, ProjectId project, TerminalId terminal) {
        int kept = recordings.getRecording(project, terminal).segments();
        List<RecordingSegment> listed = Page.all(
                        PageRequest.ofSize(PageRequest.LIMIT_MAX),
                        page -> recordings.listRecordingSegments(project, terminal, page))
                .toList();
        ChainCheck check = new ChainCheck(terminal.value());
        if (!listed.isEmpty()) {
            // Segments added after the listing are not checked.
            DownloadRecordingFilter range =
                    DownloadRecordingFilter.none().toSegment(listed.getLast().number());
            try (ZipInputStream zip = new ZipInputStream(recordings.downloadRecording(project, terminal, range))) {
                read(check, listed, zip);
            } catch (IOException e) {
                throw new UncheckedIOException("The download was interrupted: " + e.getMessage(), e);
            }
        }
        check.end(kept);
        return new RecordingVerification(
                check.findings().isEmpty(),
                check.segments(),
                check.head(),
                check.findings().stream()
                        .map(found ->
                                new Found(found.number(), found.fault().name().toLowerCase(Locale.ROOT)))
                        .toList());
    }

    private static void read(ChainCheck check, List<RecordingSegment> listed, ZipInputStream zip) throws IOException {
        ZipEntry next = zip.getNextEntry();
        for (RecordingSegment segment : listed) {
            if (next != null && number(next) == segment.number()) {
                // Read one byte more than the maximum: a larger segment is wrong anyway and must not fill the memory.
                check.add(segment.number(), segment.sha256(), Optional.of(zip.readNBytes(Segment.BYTES_MAX + 1)));
                next = zip.getNextEntry();
            } else {
                check.add(segment.number(), segment.sha256(), Optional.empty());
            }
        }
        if (next != null) {
            throw new IOException("the archive contains a segment that is not listed or out of order");
        }
    }

    private static int number(ZipEntry entry) throws IOException {
        try {
            return Integer.parseInt(entry.getName().split("-", 2)[0]);
        } catch (NumberFormatException e) {
            throw new IOException("the archive contains an entry that is not a segment", e);
        }
    }
}
