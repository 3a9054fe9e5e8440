package io.gpuaas.cli.command;

import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.StartCommand;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.GZIPInputStream;

/**
 * Packs a folder of an allocation into one file there, which is downloaded, unpacked here and deleted there: the output
 * of a command would be kept.
 */
public final class FolderDownload implements AutoCloseable {

    /** Packs hard links as separate files, since TarReader makes no hard links. */
    private static final String PACK =
            "cd -- \"$1\" && exec tar --format=gnu --hard-dereference --exclude=\"./$2\" -czf \"$HOME/$2\" .";

    private final Following commands;
    private final String archive = ".gpuaas-copy-" + UUID.randomUUID() + ".tar.gz";

    public FolderDownload(Session session, ProjectId project, AllocationId allocation) {
        this.commands = new Following(
                session.connect().commands(),
                project,
                allocation,
                new CommandStreams(
                        null,
                        OutputStream.nullOutputStream(),
                        new ShownErrors(session.terminal().err())),
                session.terminal().err()::println);
    }

    /** Returns the name of the archive in the home directory. */
    public String pack(String path) throws IOException, InterruptedException {
        int code =
                commands.run(new StartCommand(List.of("sh", "-c", PACK, "sh", path, archive), null, null, null), false);
        if (code != 0) {
            throw new IOException("the folder could not be packed in the allocation");
        }
        return archive;
    }

    /** Returns the number of files, folders and links. Fails after unpacking if an entry was left out. */
    public int unpack(Path file, Path into) throws IOException {
        TarReader.Unpacked unpacked;
        try (InputStream in = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            unpacked = new TarReader(in, into, LocalFolder.LIMITS).unpack();
        }
        if (unpacked.leftOut() > 0) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "copied %,d files and folders; left out %,d that are no files or are links that lead out of the"
                            + " folder: %s%s",
                    unpacked.files(),
                    unpacked.leftOut(),
                    String.join(", ", unpacked.leftOutNames()),
                    unpacked.leftOut() > unpacked.leftOutNames().size() ? " and more" : ""));
        }
        return unpacked.files();
    }

    /** Deletes the archive there. */
    @Override
    public void close() throws IOException, InterruptedException {
        commands.run(new StartCommand(List.of("rm", "-f", "--", archive), null, null, null), false);
    }
}
