package io.gpuaas.cli.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.UUID;

/**
 * Writes a file under a temporary name and renames it once it is complete. An incomplete file is removed, even if
 * Ctrl-C ends the process.
 */
public final class PartFile implements AutoCloseable {

    private final Path file;
    private final Path part;
    private final Thread removal = Thread.ofPlatform().unstarted(this::removeAtTheEnd);

    private PartFile(Path file) {
        this.file = file;
        this.part = file.resolveSibling(".gpuaas-download-" + UUID.randomUUID());
    }

    /** Creates the temporary file. Fails at once, naming the requested file, if its folder cannot be written. */
    public static PartFile of(Path file, FileAttribute<?>... attributes) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isWritable(folder)) {
            throw new AccessDeniedException(file.toString());
        }
        PartFile fresh = new PartFile(file.toAbsolutePath());
        Runtime.getRuntime().addShutdownHook(fresh.removal);
        Files.createFile(fresh.part, attributes);
        return fresh;
    }

    public OutputStream open() throws IOException {
        return Files.newOutputStream(part);
    }

    public void keep(CopyOption... options) throws IOException {
        Files.move(part, file, options);
    }

    private void removeAtTheEnd() {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // The process is ending; nothing more can be done.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(removal);
        } catch (IllegalStateException e) {
            // The process is ending, and the shutdown hook removes the file.
        }
        Files.deleteIfExists(part);
    }
}
