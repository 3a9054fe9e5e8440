package io.gpuaas.agent.topology;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads small files below a root that is / on a host and something else in tests and simulations. */
final class Sysfs {

    private static final int ENTRIES_MAX = 100_000;

    private final Path root;

    Sysfs(Path root) {
        this.root = root;
    }

    Path resolve(String path) {
        return root.resolve(path);
    }

    /** Relative to the root, so that the same hardware gives the same path in every tree. */
    Path realPath(Path path) throws IOException {
        return root.toRealPath().relativize(path.toRealPath());
    }

    static Optional<String> find(Path file) throws IOException {
        try {
            String text = Files.readString(file).strip();
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Optional.empty();
        }
    }

    static Optional<Integer> findNumber(Path file) throws IOException {
        try {
            return find(file).map(Integer::decode);
        } catch (NumberFormatException e) {
            throw new IOException(file + " holds no number", e);
        }
    }

    /** Sorted; empty when there is no such folder. */
    static List<Path> list(Path folder) throws IOException {
        List<Path> entries = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
                for (Path entry : stream) {
                    entries.add(entry);
                    if (entries.size() > ENTRIES_MAX) {
                        throw new IOException(folder + " has more than " + ENTRIES_MAX + " entries");
                    }
                }
            }
        }
        entries.sort(null);
        return entries;
    }

    static List<String> names(Path folder) throws IOException {
        return list(folder).stream()
                .map(entry -> entry.getFileName().toString())
                .toList();
    }
}
