package io.gpuaas.agent.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Writes files so that after a crash there is either the old content or the new one, and nobody else may read it. */
public final class DurableFile {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private DurableFile() {}

    public static void write(Path file, byte[] content) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Path fresh = folder.resolve(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = createOwnerOnly(fresh)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(folder);
    }

    public static FileChannel createOwnerOnly(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    }

    /** A new name in a folder is only kept once the folder itself is written. */
    public static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
