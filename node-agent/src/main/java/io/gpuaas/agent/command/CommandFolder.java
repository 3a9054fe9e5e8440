package io.gpuaas.agent.command;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/** One command in the state folder: that it began, its output, how it ended. It outlives this program. */
final class CommandFolder {

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final String END = "end";
    private static final String VALUES = "values";

    private final UUID id;
    private final Path path;

    private CommandFolder(UUID id, Path path) {
        this.id = id;
        this.path = path;
    }

    /** Empty if the command began before, in whichever run of the agent. On disk when this returns. */
    static Optional<CommandFolder> begin(Path folder, UUID id) throws IOException {
        Path path = folder.resolve(id.toString());
        try {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            return Optional.empty();
        }
        DurableFile.syncFolder(folder);
        return Optional.of(new CommandFolder(id, path));
    }

    static List<CommandFolder> list(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> ID.matcher(path.getFileName().toString()).matches())
                    .map(path ->
                            new CommandFolder(UUID.fromString(path.getFileName().toString()), path))
                    .toList();
        }
    }

    UUID id() {
        return id;
    }

    Path path() {
        return path;
    }

    /** Of variables, until the program begins. Nobody else may read them. */
    Path keepValues(String script) throws IOException {
        Path file = path.resolve(VALUES).toAbsolutePath();
        try (FileChannel channel = DurableFile.createOwnerOnly(file)) {
            ByteBuffer buffer = StandardCharsets.UTF_8.encode(script);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
        return file;
    }

    void end(CommandEnd end) throws IOException {
        DurableFile.write(path.resolve(END), Json.LENIENT.writeValueAsBytes(end));
    }

    Optional<CommandEnd> findEnd() throws IOException {
        Path file = path.resolve(END);
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(Json.LENIENT.readValue(Files.readAllBytes(file), CommandEnd.class));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    void delete() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
        DurableFile.syncFolder(Objects.requireNonNull(path.getParent()));
    }
}
