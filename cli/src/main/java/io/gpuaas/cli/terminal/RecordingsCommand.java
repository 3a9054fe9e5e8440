package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Filters;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.Recording;
import io.gpuaas.sdk.RecordingsApi;
import io.gpuaas.sdk.RecordingsApi.DownloadRecordingFilter;
import io.gpuaas.sdk.RecordingsApi.ListRecordingsFilter;
import io.gpuaas.sdk.RecordingsApi.PlayRecordingFilter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "recordings",
        description = "List, export and verify terminal recordings.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas recordings list --allocation 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas recordings show 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas recordings segments 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas recordings export 0198c0de-0000-7000-8000-000000000009 --file session.cast",
            "  gpuaas recordings download 0198c0de-0000-7000-8000-000000000009 --file session.zip",
            "  gpuaas recordings verify 0198c0de-0000-7000-8000-000000000009",
        })
final class RecordingsCommand {

    private static final String ID = "The recorded terminal's id.";

    private static final Table<Recording> RECORDINGS = Table.of("terminal_id", Recording::terminalId)
            .and("allocation_id", Recording::allocationId)
            .and("opened_by_name", Recording::openedByName)
            .and("began_at", Recording::beganAt)
            .and("ended_at", Recording::endedAt)
            .and("ended", recording -> TerminalEnd.phrase(recording.endReason(), null))
            .and("duration_millis", Recording::durationMillis)
            .and("bytes", Recording::bytes);

    private final Session session;

    RecordingsCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List recordings, newest first.")
    void list(
            @Mixin TheProject in,
            @Option(names = "--allocation", paramLabel = "ALLOCATION", description = "Filter by allocation.") @Nullable AllocationId allocation,
            @Option(
                            names = "--opened-by",
                            paramLabel = "PRINCIPAL",
                            description = "Filter by the user or service account who opened the terminal.")
                    @Nullable PrincipalId openedBy,
            @Option(names = "--from", paramLabel = "TIME", description = "Start of the period, inclusive.") @Nullable Instant from,
            @Option(names = "--to", paramLabel = "TIME", description = "End of the period, exclusive.") @Nullable Instant to,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        RecordingsApi recordings = session.connect().recordings();
        ListRecordingsFilter filter = Filters.with(
                Filters.with(
                        Filters.with(
                                Filters.with(
                                        ListRecordingsFilter.none(), allocation, ListRecordingsFilter::allocationId),
                                openedBy,
                                ListRecordingsFilter::openedBy),
                        from,
                        ListRecordingsFilter::from),
                to,
                ListRecordingsFilter::to);
        paging.print(session.output(), page -> recordings.listRecordings(project, filter, page), RECORDINGS);
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a recording: who opened the terminal and when.")
    void show(@Mixin TheProject in, @Parameters(paramLabel = "TERMINAL", description = ID) TerminalId terminal) {
        ProjectId project = in.choose(session.connect());
        session.output().one(session.connect().recordings().getRecording(project, terminal));
    }

    @Command(mixinStandardHelpOptions = true, description = "List the segments of a recording in order.")
    void segments(
            @Mixin TheProject in,
            @Parameters(paramLabel = "TERMINAL", description = ID) TerminalId terminal,
            @Mixin Paging paging) {
        ProjectId project = in.choose(session.connect());
        RecordingsApi recordings = session.connect().recordings();
        paging.print(
                session.output(),
                page -> recordings.listRecordingSegments(project, terminal, page),
                "number",
                "from_millis",
                "to_millis",
                "bytes",
                "is_chained",
                "sha256");
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Export a recording as asciicast v2, for asciinema and other players.")
    void export(
            @Mixin TheProject in,
            @Parameters(paramLabel = "TERMINAL", description = ID) TerminalId terminal,
            @Option(names = "--from-segment", paramLabel = "NUMBER", description = "First segment to export.") @Nullable Integer from,
            @Option(names = "--to-segment", paramLabel = "NUMBER", description = "Last segment to export.") @Nullable Integer to,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "File to write to instead of standard output; it must not exist yet.")
                    @Nullable Path file) {
        ProjectId project = in.choose(session.connect());
        PlayRecordingFilter filter = Filters.with(
                Filters.with(PlayRecordingFilter.none(), from, PlayRecordingFilter::fromSegment),
                to,
                PlayRecordingFilter::toSegment);
        try (InputStream events = session.connect().recordings().playRecording(project, terminal, filter)) {
            session.save(events, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The export was interrupted: " + Words.reason(e), e);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Download a recording as stored: a ZIP file of its segments, with raw bytes and times.")
    void download(
            @Mixin TheProject in,
            @Parameters(paramLabel = "TERMINAL", description = ID) TerminalId terminal,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "File to write to instead of standard output; it must not exist yet.")
                    @Nullable Path file) {
        ProjectId project = in.choose(session.connect());
        try (InputStream segments =
                session.connect().recordings().downloadRecording(project, terminal, DownloadRecordingFilter.none())) {
            session.save(segments, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The download was interrupted: " + e.getMessage(), e);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = {
                "Download a recording as stored and verify its digest chain locally.",
                "Exits with 1 and lists the segments that are missing, altered, out of order, or not linked to the previous"
                        + " one."
            })
    int verify(@Mixin TheProject in, @Parameters(paramLabel = "TERMINAL", description = ID) TerminalId terminal) {
        ProjectId project = in.choose(session.connect());
        RecordingVerification verification =
                RecordingVerification.of(session.connect().recordings(), project, terminal);
        session.output().one(verification);
        if (verification.intact()) {
            return 0;
        }
        session.output().note("Verification failed: the recording was altered or is incomplete.");
        return ExitCode.REFUSED;
    }
}
