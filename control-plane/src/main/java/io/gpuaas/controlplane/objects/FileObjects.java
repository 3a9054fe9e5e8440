package io.gpuaas.controlplane.objects;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files in a folder, for one machine. */
final class FileObjects implements ObjectStore {

    private final Path folder;

    FileObjects(Path folder) {
        this.folder = folder;
    }

    @Override
    public void put(ObjectName name, byte[] bytes) throws IOException {
        Path file = folder.resolve(name.value());
        Path place = Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Path draft = Files.createTempFile(place, ".draft", ".new");
        try {
            Files.write(draft, bytes);
            try (FileChannel written = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** A folder cannot lock. */
    @Override
    public void putLocked(ObjectName name, byte[] bytes, Instant until) throws IOException {
        put(name, bytes);
    }

    @Override
    public List<ObjectName> listAfter(String prefix, @Nullable ObjectName after, int limit) throws IOException {
        Path place = folder.resolve(prefix);
        if (Files.notExists(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.startsWith("."))
                    .map(file -> new ObjectName(prefix + file))
                    .filter(name -> after == null || name.value().compareTo(after.value()) > 0)
                    .sorted(Comparator.comparing(ObjectName::value))
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public Optional<byte[]> find(ObjectName name) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(folder.resolve(name.value())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<InputStream> open(ObjectName name, long from) throws IOException {
        try {
            FileChannel file = FileChannel.open(folder.resolve(name.value()), StandardOpenOption.READ);
            return Optional.of(Channels.newInputStream(file.position(from)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void delete(ObjectName name) throws IOException {
        Files.deleteIfExists(folder.resolve(name.value()));
    }
}
