package io.gpuaas.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks an archive in the format of GNU tar from a machine that is not trusted: nothing is written outside the folder
 * or through a symbolic link, and only files, folders and links that stay inside are created.
 */
final class TarReader {

    private static final int BLOCK = 512;
    private static final int NAME_BYTES_MAX = 8 * 1024;
    private static final int PIECE_BYTES = 64 * 1024;

    /** A long name and a long target have a header each. */
    private static final int HEADERS_PER_FILE = 3;

    /** GNU tar pads to 10 KiB by default. */
    private static final int AFTER_END_BYTES_MAX = 1024 * 1024;

    private static final int MODE_MASK = 0755;
    private static final int NAMED_MAX = 5;
    private static final PosixFilePermission[] BITS = PosixFilePermission.values();

    private final InputStream in;
    private final Path root;
    private final LocalFolder.Limits limits;
    private final Map<Path, String> links = new LinkedHashMap<>();
    private int files;
    private long bytes;
    private long headers;
    private int leftOut;
    private final List<String> leftOutNames = new ArrayList<>();

    TarReader(InputStream in, Path root, LocalFolder.Limits limits) {
        this.in = in;
        this.root = root.toAbsolutePath().normalize();
        this.limits = limits;
    }

    /** Has the first few names of the entries that were left out. */
    record Unpacked(int files, long bytes, int leftOut, List<String> leftOutNames) {}

    private record Header(String name, String target, char type, long size, int mode, long modifiedSeconds) {}

    Unpacked unpack() throws IOException {
        Files.createDirectories(root);
        String longName = null;
        String longTarget = null;
        for (Header header = next(); header != null; header = next()) {
            if (header.type() == 'L') {
                longName = readName(header);
            } else if (header.type() == 'K') {
                longTarget = readName(header);
            } else {
                unpack(
                        header,
                        longName == null ? header.name() : longName,
                        longTarget == null ? header.target() : longTarget);
                longName = null;
                longTarget = null;
            }
        }
        makeLinks();
        return new Unpacked(files - leftOut, bytes, leftOut, List.copyOf(leftOutNames));
    }

    private void unpack(Header header, String name, String target) throws IOException {
        Path place = place(name);
        boolean isFile = header.type() == '0' || header.type() == 0;
        if (++files > limits.files() || header.size() > limits.bytes() - bytes) {
            throw tooLarge();
        }
        bytes += header.size();
        if (place.equals(root) && header.type() != '5') {
            throw new IOException("the archive has a file in place of its folder");
        }
        if (header.type() == '5') {
            makeFolder(place);
        } else if (isFile) {
            makeFolder(parent(place));
            write(place, header);
            return;
        } else if (header.type() == '2') {
            links.put(place, target);
        } else {
            leaveOut(place);
        }
        in.skipNBytes(header.size() + padding(header.size()));
    }

    private IOException tooLarge() {
        return new IOException(String.format(
                "the folder has more than %,d files or %,d MB", limits.files(), limits.bytes() / 1_000_000));
    }

    private void leaveOut(Path place) {
        leftOut++;
        if (leftOutNames.size() < NAMED_MAX) {
            leftOutNames.add(root.relativize(place).toString());
        }
    }

    private Path place(String name) throws IOException {
        if (name.indexOf('\0') >= 0) {
            throw new IOException("the archive has an invalid name");
        }
        Path place = root.resolve("./" + name).normalize();
        if (!place.startsWith(root)) {
            throw new IOException("the archive has a file outside its folder");
        }
        return place;
    }

    private static Path parent(Path place) throws IOException {
        Path parent = place.getParent();
        if (parent == null) {
            throw new IOException("the archive has an invalid name");
        }
        return parent;
    }

    /** Every folder on the way must be one, and no link to one. */
    private void makeFolder(Path folder) throws IOException {
        Path at = root;
        for (Path name : root.relativize(folder)) {
            at = at.resolve(name.toString()).normalize();
            if (at.equals(root)) {
                continue;
            }
            try {
                Files.createDirectory(at);
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(at + " is in the way: it is not a folder", e);
                }
            }
        }
    }

    /** Complete before it takes the place of an earlier one. */
    private void write(Path place, Header header) throws IOException {
        Path part = Files.createTempFile(parent(place), ".gpuaas-", ".part");
        try {
            try (OutputStream out = Files.newOutputStream(part)) {
                copy(out, header.size());
            }
            in.skipNBytes(padding(header.size()));
            PosixFileAttributeView view = Files.getFileAttributeView(part, PosixFileAttributeView.class);
            if (view != null) {
                view.setPermissions(permissions(header.mode()));
            }
            Files.setLastModifiedTime(part, FileTime.from(header.modifiedSeconds(), TimeUnit.SECONDS));
            Files.move(part, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> given = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        for (int i = 0; i < BITS.length; i++) {
            if (((mode & MODE_MASK) >> (BITS.length - 1 - i) & 1) == 1) {
                given.add(BITS[i]);
            }
        }
        return given;
    }

    /** Last, so that no file of the archive is written through one. */
    private void makeLinks() throws IOException {
        for (Map.Entry<Path, String> link : links.entrySet()) {
            Path place = link.getKey();
            Path target = Path.of(link.getValue());
            if (!LocalFolder.leadsInside(root, place, target)) {
                leaveOut(place);
                continue;
            }
            makeFolder(parent(place));
            try {
                Files.delete(place);
            } catch (NoSuchFileException e) {
                // There was none before.
            }
            Files.createSymbolicLink(place, target);
        }
    }

    private @Nullable Header next() throws IOException {
        byte[] block = in.readNBytes(BLOCK);
        if (block.length < BLOCK) {
            throw new IOException("the archive is not complete");
        }
        if (block[0] == 0) {
            skipToEnd();
            return null;
        }
        if (++headers > (long) HEADERS_PER_FILE * limits.files()) {
            throw tooLarge();
        }
        return new Header(
                text(block, 0, 100),
                text(block, 157, 100),
                (char) block[156],
                number(block, 124, 12),
                (int) number(block, 100, 8),
                number(block, 136, 12));
    }

    /** The checksum of the compressed stream is read at its end. */
    private void skipToEnd() throws IOException {
        byte[] buffer = new byte[PIECE_BYTES];
        long rest = AFTER_END_BYTES_MAX;
        int count;
        while ((count = in.read(buffer)) >= 0) {
            rest -= count;
            if (rest < 0) {
                throw new IOException("the archive goes on after its end");
            }
        }
    }

    private static String text(byte[] block, int at, int max) {
        int end = at;
        while (end < at + max && block[end] != 0) {
            end++;
        }
        return new String(block, at, end - at, StandardCharsets.UTF_8);
    }

    private static long number(byte[] block, int at, int count) throws IOException {
        long value = 0;
        if (block[at] < 0) {
            for (int i = at + count - Long.BYTES; i < at + count; i++) {
                value = value << Byte.SIZE | (block[i] & 0xff);
            }
        } else {
            for (char digit : text(block, at, count).strip().toCharArray()) {
                if (digit < '0' || digit > '7') {
                    throw new IOException("the archive has an invalid header");
                }
                value = value * 8 + digit - '0';
            }
        }
        if (value < 0) {
            throw new IOException("the archive has an invalid header");
        }
        return value;
    }

    private String readName(Header header) throws IOException {
        if (header.size() > NAME_BYTES_MAX) {
            throw new IOException("the archive has too long a name");
        }
        byte[] name = in.readNBytes((int) header.size());
        in.skipNBytes(padding(header.size()));
        return text(name, 0, name.length);
    }

    private void copy(OutputStream out, long count) throws IOException {
        byte[] buffer = new byte[PIECE_BYTES];
        long rest = count;
        while (rest > 0) {
            int read = in.read(buffer, 0, (int) Math.min(rest, buffer.length));
            if (read < 0) {
                throw new IOException("the archive is not complete");
            }
            out.write(buffer, 0, read);
            rest -= read;
        }
    }

    private static long padding(long size) {
        return -size & (BLOCK - 1);
    }
}
