package io.gpuaas.controlplane.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Supplier;

/** Files that only their owner may read. */
public final class SecretFile {

    private SecretFile() {}

    /** The Base64 text in the file, made of fresh random bytes when there is no such file. */
    public static String readOrCreate(Path file, int bytes) {
        return readOrCreate(file, () -> {
            byte[] secret = new byte[bytes];
            new SecureRandom().nextBytes(secret);
            return Base64.getEncoder().encodeToString(secret) + "\n";
        });
    }

    /** The text in the file, made by the caller when there is no such file. */
    public static String readOrCreate(Path file, Supplier<String> text) {
        try {
            if (!Files.exists(file)) {
                create(file, text.get());
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Writes the file whole, readable by its owner only, in place of one that may be there. */
    public static void replace(Path file, String text) {
        try {
            Files.move(draft(file, text), file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Never half a file, and never a second one when two processes start at once. */
    private static void create(Path file, String text) throws IOException {
        Path draft = draft(file, text);
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            // Another process was first; its file is as good.
        } finally {
            Files.delete(draft);
        }
    }

    private static Path draft(Path file, String text) throws IOException {
        Path directory = Files.createDirectories(file.toAbsolutePath().getParent());
        Path draft = Files.createTempFile(
                directory,
                file.getFileName().toString(),
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(draft, text, StandardOpenOption.SYNC);
    }
}
