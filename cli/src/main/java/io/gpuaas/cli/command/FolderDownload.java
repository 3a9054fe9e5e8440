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
import java.util.UUID;
import java.util.zip.GZIPInputStream;

/**
 * Packs a folder of an allocation into one file there, which is downloaded, unpacked here and deleted there: the output
 * of a command would be kept.
 */
public final class FolderDownload implements AutoCloseable {

    private static final String PACK = "cd -- \"$1\" && exec tar --format=gnu --exclude=\"./$2\" -czf \"$HOME/$2\" .";

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
                        session.terminal().rawErr()),
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

    /** Returns how many files, folders and links were unpacked. */
    public int unpack(Path file, Path into) throws IOException {
        try (InputStream in = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            return new TarReader(in, into, LocalFolder.LIMITS).unpack().files();
        }
    }

    /** Deletes the archive there. */
    @Override
    public void close() throws IOException, InterruptedException {
        commands.run(new StartCommand(List.of("rm", "-f", "--", archive), null, null, null), false);
    }
}
