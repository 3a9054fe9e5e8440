package io.gpuaas.cli.terminal;

import io.gpuaas.cli.command.FolderCopies;
import io.gpuaas.cli.command.FolderDownload;
import io.gpuaas.cli.command.FolderUpload;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.TheProject;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.PartFile;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.FileTransferAccess;
import io.gpuaas.sdk.FileTransferClient;
import io.gpuaas.sdk.FileTransferClient.Ending;
import io.gpuaas.sdk.FileTransferDirection;
import io.gpuaas.sdk.StartFileTransfer;
import io.gpuaas.sdk.TerminalsApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "cp",
        mixinStandardHelpOptions = true,
        description = {
            "Copy a file to or from the home directory of an allocation.",
            "Remote paths are relative to that directory. Write a local file name with a colon as ./a:b.",
            "An existing file is replaced once the transfer is complete.",
            "With -r, the content of a folder is copied; see also gpuaas sync."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas cp train.py 0198c0de-0000-7000-8000-000000000007:train.py",
            "  gpuaas cp train.py training:train.py",
            "  gpuaas cp 0198c0de-0000-7000-8000-000000000007:out/model.bin model.bin",
            "  gpuaas cp -r training:out results",
        })
final class CpCommand implements Callable<Integer> {

    private static final Pattern REMOTE = Pattern.compile("([^/:]+):(?:~/)?(.+)");

    /** Downloaded files are readable by their owner only. */
    private static final FileAttribute<?> OWNERS =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Session session;

    @Mixin
    private TheProject in = new TheProject();

    @Parameters(index = "0", paramLabel = "FROM", description = "Local file, or ALLOCATION:PATH.")
    @SuppressWarnings("NullAway.Init")
    private String from;

    @Parameters(index = "1", paramLabel = "TO", description = "Local file, or ALLOCATION:PATH.")
    @SuppressWarnings("NullAway.Init")
    private String to;

    @Option(
            names = {"-r", "--recursive"},
            description =
                    "Copy a folder. Links that lead out of it are left out, as are, from here, files that match its"
                            + " .gpuaasignore.")
    private boolean isRecursive;

    CpCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Matcher source = REMOTE.matcher(from);
        Matcher target = REMOTE.matcher(to);
        if (source.matches() == target.matches()) {
            throw new IllegalArgumentException("Exactly one of FROM and TO must be ALLOCATION:PATH.");
        }
        ProjectId project = in.choose(session.connect());
        if (isRecursive) {
            return source.matches() ? downloadFolder(project, source) : uploadFolder(project, target);
        }
        TerminalsApi api = session.connect().terminals();
        try (HttpClient http = HttpClient.newHttpClient()) {
            FileTransferClient client = new FileTransferClient(http);
            Ending ending = source.matches()
                    ? download(
                            api,
                            client,
                            project,
                            new Lookup(session).allocation(in, source.group(1)),
                            source.group(2),
                            Path.of(to))
                    : upload(api, client, project, target);
            http.shutdownNow();
            if (!ending.isDone()) {
                return refused(ending);
            }
            session.output()
                    .page(
                            Map.of("bytes", ending.bytes(), "sha256", String.valueOf(ending.sha256())),
                            () -> List.of(ending.bytes() + " bytes, sha256 " + ending.sha256()));
            return 0;
        }
    }

    private int refused(Ending ending) {
        session.terminal()
                .err()
                .println("The file was not copied: "
                        + Words.printable(String.valueOf(ending.reason())).replace('_', ' ') + ".");
        return ExitCode.REFUSED;
    }

    private int uploadFolder(ProjectId project, Matcher target) throws IOException, InterruptedException {
        FolderUpload upload = new FolderUpload(session, project, new Lookup(session).allocation(in, target.group(1)));
        FolderUpload.Copied copied =
                upload.copy(FolderUpload.read(session, local(from)), target.group(2), false, false);
        session.output().page(FolderCopies.fields(copied), () -> FolderCopies.lines(copied));
        return copied.isComplete() ? 0 : ExitCode.REFUSED;
    }

    private int downloadFolder(ProjectId project, Matcher source) throws IOException, InterruptedException {
        AllocationId allocation = new Lookup(session).allocation(in, source.group(1));
        Path archive = Files.createTempFile("gpuaas-copy", ".tar.gz", OWNERS);
        try (FolderDownload folder = new FolderDownload(session, project, allocation);
                HttpClient http = HttpClient.newHttpClient()) {
            Ending ending = download(
                    session.connect().terminals(),
                    new FileTransferClient(http),
                    project,
                    allocation,
                    folder.pack(source.group(2)),
                    archive);
            http.shutdownNow();
            if (!ending.isDone()) {
                return refused(ending);
            }
            int count = folder.unpack(archive, local(to));
            session.output().page(Map.of("files", count), () -> List.of("Copied " + count + " files and folders."));
            return 0;
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    private Path local(String name) {
        return session.surroundings().here().resolve(name);
    }

    private Ending upload(TerminalsApi api, FileTransferClient client, ProjectId project, Matcher target)
            throws IOException, InterruptedException {
        Path file = Path.of(from);
        FileTransferAccess access = api.startFileTransfer(
                project,
                new Lookup(session).allocation(in, target.group(1)),
                new StartFileTransfer(
                        FileTransferDirection.UPLOAD, target.group(2), Files.size(file), digest(file), null));
        try (InputStream bytes = Files.newInputStream(file)) {
            return client.upload(access, bytes);
        }
    }

    /** Downloads to a temporary file and renames it once it is complete and has the digest the node computed. */
    private static Ending download(
            TerminalsApi api,
            FileTransferClient client,
            ProjectId project,
            AllocationId allocation,
            String path,
            Path file)
            throws IOException, InterruptedException {
        try (PartFile part = PartFile.of(file, OWNERS)) {
            FileTransferAccess access = api.startFileTransfer(
                    project, allocation, new StartFileTransfer(FileTransferDirection.DOWNLOAD, path, null, null, null));
            MessageDigest digest = sha256();
            Ending ending;
            try (OutputStream bytes = new DigestOutputStream(part.open(), digest)) {
                ending = client.download(access, bytes);
            }
            if (ending.isDone() && !HexFormat.of().formatHex(digest.digest()).equals(ending.sha256())) {
                return new Ending("checksum mismatch", ending.bytes(), null);
            }
            if (ending.isDone()) {
                part.keep(StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
            return ending;
        }
    }

    private static String digest(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Files.copy(file, out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
