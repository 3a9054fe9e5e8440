package io.gpuaas.agent.host;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.TaskKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder a simulated host acts on. Each change is one line in the file of its effect, so that a test can count how
 * often something really happened.
 */
final class Sandbox {

    private final Path root;

    Sandbox(Path root) throws IOException {
        this.root = root;
        Files.createDirectories(root.resolve("effects"));
        Files.createDirectories(root.resolve("executions"));
    }

    Path path(String name) {
        return root.resolve(name);
    }

    /** That a driver method was entered, whether it changed anything or not. */
    void recordExecution(TaskKey key, String type) throws IOException {
        append(root.resolve("executions").resolve(key.toString()), type);
    }

    void recordEffect(String type, String subject, TaskKey cause) throws IOException {
        append(root.resolve("effects").resolve(type + "-" + subject), cause.toString());
    }

    /**
     * Unless it was recorded by an attempt that was killed before it could note anything else; as a real host knows
     * the users and containers that are there, whoever made them.
     */
    void recordEffectOnce(String type, String undoneBy, String subject, TaskKey cause) throws IOException {
        if (countEffects(type, subject) <= countEffects(undoneBy, subject)) {
            recordEffect(type, subject, cause);
        }
    }

    private long countEffects(String type, String subject) throws IOException {
        Path file = root.resolve("effects").resolve(type + "-" + subject);
        if (Files.notExists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    private static void append(Path file, String line) throws IOException {
        Files.writeString(
                file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.DSYNC);
    }

    <T> Optional<T> find(String kind, String id, Class<T> type) throws IOException {
        Path file = root.resolve(kind).resolve(id).resolve(kind + ".json");
        return Files.exists(file)
                ? Optional.of(Json.LENIENT.readValue(Files.readAllBytes(file), type))
                : Optional.empty();
    }

    Path folder(String kind, String id) throws IOException {
        return Files.createDirectories(root.resolve(kind).resolve(id));
    }

    void save(String kind, String id, Object thing) throws IOException {
        DurableFile.write(folder(kind, id).resolve(kind + ".json"), Json.LENIENT.writeValueAsBytes(thing));
    }

    List<String> list(String kind) throws IOException {
        Path folder = root.resolve(kind);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    void remove(String kind, String id) throws IOException {
        Path folder = root.resolve(kind).resolve(id);
        if (Files.isDirectory(folder)) {
            try (Stream<Path> entries = Files.walk(folder)) {
                for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(entry);
                }
            }
        }
    }
}
