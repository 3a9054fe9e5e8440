// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;

/** Recorded terminal sessions, where policy requires recording. */
public final class RecordingsApi {

    private final Transport transport;

    RecordingsApi(Transport transport) {
        this.transport = transport;
    }

    /** Download the stored segments of a recording. */
    public InputStream downloadRecording(ProjectId projectId, TerminalId terminalId, DownloadRecordingFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}/download")
                .path("project_id", projectId)
                .path("terminal_id", terminalId)
                .query(filter.parameters())
                .accept("application/zip");
        return transport.stream(call);
    }

    /** Get a recording. */
    public Recording getRecording(ProjectId projectId, TerminalId terminalId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}")
                .path("project_id", projectId)
                .path("terminal_id", terminalId)
                .accept("application/json");
        return transport.send(call, Recording.class);
    }

    /** List the segments of a recording in order. */
    public RecordingSegmentPage listRecordingSegments(ProjectId projectId, TerminalId terminalId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}/segments")
                .path("project_id", projectId)
                .path("terminal_id", terminalId)
                .page(page)
                .accept("application/json");
        return transport.send(call, RecordingSegmentPage.class);
    }

    /** List a project's recorded terminals, newest first. */
    public RecordingPage listRecordings(ProjectId projectId, ListRecordingsFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/recordings")
                .path("project_id", projectId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, RecordingPage.class);
    }

    /** Play a recording, or a range of its segments, as asciicast v2. */
    public InputStream playRecording(ProjectId projectId, TerminalId terminalId, PlayRecordingFilter filter) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/recordings/{terminal_id}/play")
                .path("project_id", projectId)
                .path("terminal_id", terminalId)
                .query(filter.parameters())
                .accept("application/x-asciicast");
        return transport.stream(call);
    }

    /** Filters of {@code downloadRecording}. */
    public record DownloadRecordingFilter(Map<String, String> parameters) {

        public DownloadRecordingFilter {
            parameters = Map.copyOf(parameters);
        }

        public static DownloadRecordingFilter none() {
            return new DownloadRecordingFilter(Map.of());
        }

        public DownloadRecordingFilter fromSegment(Integer fromSegment) {
            return new DownloadRecordingFilter(Parameters.with(parameters, "from_segment", fromSegment));
        }

        public DownloadRecordingFilter toSegment(Integer toSegment) {
            return new DownloadRecordingFilter(Parameters.with(parameters, "to_segment", toSegment));
        }
    }

    /** Filters of {@code listRecordings}. */
    public record ListRecordingsFilter(Map<String, String> parameters) {

        public ListRecordingsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListRecordingsFilter none() {
            return new ListRecordingsFilter(Map.of());
        }

        public ListRecordingsFilter allocationId(AllocationId allocationId) {
            return new ListRecordingsFilter(Parameters.with(parameters, "allocation_id", allocationId));
        }

        public ListRecordingsFilter openedBy(PrincipalId openedBy) {
            return new ListRecordingsFilter(Parameters.with(parameters, "opened_by", openedBy));
        }

        public ListRecordingsFilter from(Instant from) {
            return new ListRecordingsFilter(Parameters.with(parameters, "from", from));
        }

        public ListRecordingsFilter to(Instant to) {
            return new ListRecordingsFilter(Parameters.with(parameters, "to", to));
        }
    }

    /** Filters of {@code playRecording}. */
    public record PlayRecordingFilter(Map<String, String> parameters) {

        public PlayRecordingFilter {
            parameters = Map.copyOf(parameters);
        }

        public static PlayRecordingFilter none() {
            return new PlayRecordingFilter(Map.of());
        }

        public PlayRecordingFilter fromSegment(Integer fromSegment) {
            return new PlayRecordingFilter(Parameters.with(parameters, "from_segment", fromSegment));
        }

        public PlayRecordingFilter toSegment(Integer toSegment) {
            return new PlayRecordingFilter(Parameters.with(parameters, "to_segment", toSegment));
        }

        public PlayRecordingFilter screens(Boolean screens) {
            return new PlayRecordingFilter(Parameters.with(parameters, "screens", screens));
        }
    }
}
