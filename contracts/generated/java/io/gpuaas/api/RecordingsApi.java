// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Recorded terminal sessions, where policy requires recording. */
public interface RecordingsApi {

    /** Download the stored segments of a recording. */
    @ContractOperation(
            id = "downloadRecording",
            permission = "recordings.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "recording.download")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/recordings/{terminal_id}/download", produces = "application/zip")
    StreamingResponseBody downloadRecording(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("terminal_id") TerminalId terminalId,
            @RequestParam(name = "from_segment", required = false) @Min(0) @Nullable Integer fromSegment,
            @RequestParam(name = "to_segment", required = false) @Min(0) @Nullable Integer toSegment);

    /** Get a recording. */
    @ContractOperation(
            id = "getRecording",
            permission = "recordings.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/recordings/{terminal_id}", produces = "application/json")
    Recording getRecording(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("terminal_id") TerminalId terminalId);

    /** List the segments of a recording in order. */
    @ContractOperation(
            id = "listRecordingSegments",
            permission = "recordings.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/recordings/{terminal_id}/segments", produces = "application/json")
    RecordingSegmentPage listRecordingSegments(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("terminal_id") TerminalId terminalId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a project's recorded terminals, newest first. */
    @ContractOperation(
            id = "listRecordings",
            permission = "recordings.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/recordings", produces = "application/json")
    RecordingPage listRecordings(
            @PathVariable("project_id") ProjectId projectId,
            @RequestParam(name = "allocation_id", required = false) @Nullable AllocationId allocationId,
            @RequestParam(name = "opened_by", required = false) @Nullable PrincipalId openedBy,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Play a recording, or a range of its segments, as asciicast v2. */
    @ContractOperation(
            id = "playRecording",
            permission = "recordings.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "recording.play")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/recordings/{terminal_id}/play", produces = "application/x-asciicast")
    StreamingResponseBody playRecording(
            @PathVariable("project_id") ProjectId projectId,
            @PathVariable("terminal_id") TerminalId terminalId,
            @RequestParam(name = "from_segment", required = false) @Min(0) @Nullable Integer fromSegment,
            @RequestParam(name = "to_segment", required = false) @Min(0) @Nullable Integer toSegment,
            @RequestParam(name = "screens", defaultValue = "false") Boolean screens);
}
