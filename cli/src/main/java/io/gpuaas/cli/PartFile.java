package io.gpuaas.cli;

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
 * A file that has its name only when all of it is there. What is not kept is removed, also when Ctrl-C ends the process.
 */
final class PartFile implements AutoCloseable {

    private final Path file;
    private final Path part;
    private final Thread removal = Thread.ofPlatform().unstarted(this::removeAtTheEnd);

    private PartFile(Path file) {
        this.file = file;
        this.part = file.resolveSibling(".gpuaas-download-" + UUID.randomUUID());
    }

    /** Where no file can be made that is known at once, and said of the file that was asked for. */
    static PartFile of(Path file, FileAttribute<?>... attributes) throws IOException {
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

    OutputStream open() throws IOException {
        return Files.newOutputStream(part);
    }

    void keep(CopyOption... options) throws IOException {
        Files.move(part, file, options);
    }

    private void removeAtTheEnd() {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // Nobody is left who could do more about it.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(removal);
        } catch (IllegalStateException e) {
            // The process is ending, and it is being removed.
        }
        Files.deleteIfExists(part);
    }
}
