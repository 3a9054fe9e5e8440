package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares output with files, so that a change shows in a diff. -Dgpuaas.write-pages rewrites the files. */
final class GoldenPages {

    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private GoldenPages() {}

    static void check(String name, String text) {
        Path file = FOLDER.resolve(name + ".txt");
        try {
            if (System.getProperty("gpuaas.write-pages") != null) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, text);
            }
            assertThat(file).as("written by -Dgpuaas.write-pages").exists();
            assertThat(text).as(name).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
