package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFilesTest {

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    LogFilesTest() {}

    @Test
    void aFullFileIsRotatedAndNoLineIsLost() throws Exception {
        JsonLog log = LogFiles.rotating(folder.resolve("gateway.log"), 4_000);
        IntStream.range(0, 200).forEach(number -> log.info("line " + number + " of many"));
        assertThat(folder.resolve("gateway.log.1")).exists();
        List<String> lines = IntStream.iterate(9, number -> number >= 0, number -> number - 1)
                .mapToObj(number -> folder.resolve("gateway.log." + number))
                .filter(Files::exists)
                .flatMap(file -> read(file).stream())
                .toList();
        assertThat(lines).hasSize(200);
        assertThat(lines.getFirst()).contains("line 0 of many");
        assertThat(lines.getLast()).contains("line 199 of many");
    }

    @Test
    void theOldestFilesAreDeleted() throws Exception {
        JsonLog log = LogFiles.rotating(folder.resolve("gateway.log"), 1_000);
        IntStream.range(0, 1_000).forEach(number -> log.info("line " + number + " of many"));
        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> !file.toString().endsWith(".lck"))
                            .mapToLong(file -> file.toFile().length()))
                    .hasSize(10)
                    .allMatch(size -> size <= 1_200);
        }
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
