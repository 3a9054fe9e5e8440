package io.gpuaas.cli.command;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The content of a local folder that is to be copied. Symbolic links are never followed; those that lead out of the
 * folder are left out. A folder that is too large is refused while it is read, before anything is sent.
 */
record LocalFolder(Path root, List<Entry> entries, long bytes, List<String> leftOut) {

    static final Limits LIMITS = new Limits(200_000, 10_000_000_000L);

    private static final String SMALLER =
            " Leave some out with a " + IgnoreRules.FILE + " file, or download the data in the allocation.";
    private static final PosixFilePermission[] BITS = PosixFilePermission.values();

    enum Kind {
        FILE,
        FOLDER,
        LINK
    }

    /** Its path is relative, with slashes. Only a link has a target. */
    record Entry(
            String path,
            Kind kind,
            long size,
            long modifiedSeconds,
            int mode,
            @Nullable String target) {}

    record Limits(int files, long bytes) {}

    static LocalFolder read(Path folder, IgnoreRules rules, Limits limits) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(folder + " is not a folder.");
        }
        return new Reading(folder.toRealPath(), rules, limits).read();
    }

    /**
     * Whether a link stays below the root, also when its target passes through other links: {@code ..} is allowed at
     * the beginning of a target only, since after the name of a link it would lead elsewhere.
     */
    static boolean leadsInside(Path root, Path link, Path target) {
        if (target.isAbsolute() || target.toString().isEmpty() || link.equals(root)) {
            return false;
        }
        int ups = 0;
        boolean isBelow = false;
        for (Path name : target) {
            if (!name.toString().equals("..")) {
                isBelow |= !name.toString().equals(".");
            } else if (isBelow) {
                return false;
            } else {
                ups++;
            }
        }
        return ups < root.relativize(link).getNameCount();
    }

    private static final class Reading {

        private final Path root;
        private final IgnoreRules rules;
        private final Limits limits;
        private final List<Entry> entries = new ArrayList<>();
        private final List<String> leftOut = new ArrayList<>();
        private final Deque<Path> folders = new ArrayDeque<>();
        private long bytes;

        Reading(Path root, IgnoreRules rules, Limits limits) {
            this.root = root;
            this.rules = rules;
            this.limits = limits;
        }

        LocalFolder read() throws IOException {
            folders.add(root);
            while (!folders.isEmpty()) {
                try (DirectoryStream<Path> inside = Files.newDirectoryStream(folders.remove())) {
                    for (Path one : inside) {
                        add(one);
                    }
                }
            }
            return new LocalFolder(root, List.copyOf(entries), bytes, List.copyOf(leftOut));
        }

        private void add(Path file) throws IOException {
            String path = root.relativize(file).toString().replace('\\', '/');
            BasicFileAttributes facts =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (rules.ignores(path, facts.isDirectory())) {
                return;
            }
            long modified = facts.lastModifiedTime().to(TimeUnit.SECONDS);
            if (facts.isDirectory()) {
                keep(new Entry(path, Kind.FOLDER, 0, modified, mode(file, 0755), null));
                folders.add(file);
            } else if (facts.isRegularFile()) {
                bytes += facts.size();
                keep(new Entry(path, Kind.FILE, facts.size(), modified, mode(file, 0644), null));
            } else if (facts.isSymbolicLink() && leadsInside(root, file, Files.readSymbolicLink(file))) {
                String target = Files.readSymbolicLink(file).toString().replace('\\', '/');
                keep(new Entry(path, Kind.LINK, 0, modified, 0777, target));
            } else {
                leftOut.add(path);
                refuseIfTooMany(leftOut);
            }
        }

        private void keep(Entry entry) {
            entries.add(entry);
            refuseIfTooMany(entries);
            if (bytes > limits.bytes()) {
                throw new IllegalArgumentException(String.format(
                        "The folder %s is larger than %,d MB.%s", root, limits.bytes() / 1_000_000, SMALLER));
            }
        }

        private void refuseIfTooMany(List<?> files) {
            if (files.size() > limits.files()) {
                throw new IllegalArgumentException(
                        String.format("The folder %s has more than %,d files.%s", root, limits.files(), SMALLER));
            }
        }

        private static int mode(Path file, int otherwise) throws IOException {
            PosixFileAttributeView view =
                    Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            if (view == null) {
                return otherwise;
            }
            Set<PosixFilePermission> given = view.readAttributes().permissions();
            int mode = 0;
            for (PosixFilePermission bit : BITS) {
                // In this order they are those of a mode, from the highest bit on.
                mode = mode << 1 | (given.contains(bit) ? 1 : 0);
            }
            return mode;
        }
    }
}
