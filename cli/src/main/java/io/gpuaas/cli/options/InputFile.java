package io.gpuaas.cli.options;

import io.gpuaas.cli.session.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a key from a file, or from standard input if the name is {@code -}. */
public record InputFile(String name) {

    private static final int BYTES_MAX = 64 * 1024;

    /** Reads a public key. A private key is refused, so that it is never sent. */
    public String readPublicKey(Surroundings surroundings) {
        String text = read(surroundings).strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(name + " is empty.");
        }
        if (text.contains("PRIVATE KEY")) {
            throw new IllegalArgumentException(
                    name + " contains a private key, which is never sent; specify the public key.");
        }
        return text;
    }

    public String read(Surroundings surroundings) {
        if (name.equals("-")) {
            return surroundings.terminal().readAll();
        }
        Path path = surroundings.here().resolve(name);
        try {
            if (Files.size(path) > BYTES_MAX) {
                throw new IllegalArgumentException(name + " is too long for a key.");
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("File " + name + " not found.");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + name + ": " + e.getMessage(), e);
        }
    }
}
