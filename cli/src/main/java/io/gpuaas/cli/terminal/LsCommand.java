package io.gpuaas.cli.terminal;

import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.FileTransferAccess;
import io.gpuaas.sdk.FileTransferClient;
import io.gpuaas.sdk.FileTransferClient.Ending;
import io.gpuaas.sdk.FileTransferDirection;
import io.gpuaas.sdk.RecordJson;
import io.gpuaas.sdk.StartFileTransfer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "ls",
        mixinStandardHelpOptions = true,
        description = {
            "List the home directory of an allocation, or a folder in it.",
            "At most 5,000 entries are listed. To copy a file, use gpuaas cp.",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ls training",
            "  gpuaas ls training:out",
        })
final class LsCommand implements Callable<Integer> {

    private static final Pattern REMOTE = Pattern.compile("([^/:]+)(?::(?:~/?)?(.*))?");

    /** More than the longest list of a host that is as it should be. */
    private static final int LIST_BYTES_MAX = 8 * 1024 * 1024;

    private static final Table<Map<?, ?>> COLUMNS = Table.<Map<?, ?>>of("type", entry -> entry.get("type"))
            .and("bytes", entry -> entry.get("bytes"))
            .and("modified_at", LsCommand::modifiedAt)
            .and("name", entry -> entry.get("name"));

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(index = "0", paramLabel = "ALLOCATION[:FOLDER]", description = "Allocation, and folder in its home.")
    @SuppressWarnings("NullAway.Init")
    private String what;

    LsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Matcher remote = REMOTE.matcher(what);
        if (!remote.matches()) {
            throw new IllegalArgumentException("Write ALLOCATION or ALLOCATION:FOLDER.");
        }
        String folder = remote.group(2) == null ? "" : remote.group(2).replaceFirst("/+$", "");
        ProjectId project = in.choose(session.connect());
        FileTransferAccess access = session.connect()
                .terminals()
                .startFileTransfer(
                        project,
                        new Lookup(session).allocation(in, remote.group(1)),
                        new StartFileTransfer(
                                FileTransferDirection.DOWNLOAD, folder.isEmpty() ? "." : folder, null, null, true));
        BoundedList list = new BoundedList();
        Ending ending;
        try (HttpClient http = HttpClient.newHttpClient()) {
            ending = new FileTransferClient(http).download(access, list);
            http.shutdownNow();
        }
        if (!ending.isDone()) {
            session.terminal()
                    .err()
                    .println("The folder was not listed: "
                            + Words.printable(String.valueOf(ending.reason())).replace('_', ' ') + ".");
            return ExitCode.REFUSED;
        }
        print(RecordJson.read(list.toString(StandardCharsets.UTF_8)));
        return 0;
    }

    private void print(@Nullable Object listing) throws IOException {
        if (!(listing instanceof Map<?, ?> fields) || !(fields.get("entries") instanceof List<?> entries)) {
            throw new IOException("the host's list of the folder cannot be read");
        }
        List<Map<?, ?>> sorted = entries.stream()
                .<Map<?, ?>>map(entry -> entry instanceof Map<?, ?> known ? known : Map.of())
                .sorted(Comparator.comparing(entry -> String.valueOf(entry.get("name"))))
                .toList();
        session.output().list(sorted.iterator(), COLUMNS);
        if (Boolean.TRUE.equals(fields.get("is_truncated"))) {
            session.output().note("The folder has more entries than can be listed.");
        }
    }

    private static @Nullable Object modifiedAt(Map<?, ?> entry) {
        try {
            return entry.get("modified_seconds") instanceof Number seconds
                    ? Instant.ofEpochSecond(seconds.longValue()).toString()
                    : null;
        } catch (DateTimeException e) {
            // A program may set any time.
            return null;
        }
    }

    /** Keeps the list, and breaks the transfer off when it is too long. */
    private static final class BoundedList extends ByteArrayOutputStream {

        @Override
        public void write(byte[] bytes) throws IOException {
            if (size() + bytes.length > LIST_BYTES_MAX) {
                throw new IOException("the host's list of the folder is too long");
            }
            super.write(bytes, 0, bytes.length);
        }
    }
}
