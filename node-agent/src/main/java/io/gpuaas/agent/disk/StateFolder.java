package io.gpuaas.agent.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the agent keeps its keys, its journal and what it must not forget. Readable by its owner alone. */
public final class StateFolder {

    private static final String OWNER_ONLY = "rwx------";

    private final Path path;

    private StateFolder(Path path) {
        this.path = path;
    }

    public static StateFolder open(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        }
        if (!Files.isDirectory(path)) {
            throw new IOException(path + " is not a folder");
        }
        // It may have been made by hand, with the usual permissions.
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(OWNER_ONLY));
        return new StateFolder(path);
    }

    public Path file(String name) {
        return path.resolve(name);
    }

    public Path folder(String name) throws IOException {
        Path folder = path.resolve(name);
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        return folder;
    }

    /** Two agents on one folder would both believe that a sequence is theirs. Held until closed. */
    public AutoCloseable lock() throws IOException {
        FileChannel channel = FileChannel.open(
                path.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this very process; the same answer as for another one.
        }
        if (lock == null) {
            channel.close();
            throw new IOException("another agent runs on " + path);
        }
        return channel;
    }
}
