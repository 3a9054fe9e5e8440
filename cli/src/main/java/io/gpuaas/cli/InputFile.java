package io.gpuaas.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A key somebody names: a file, or - for standard input. */
record InputFile(String name) {

    private static final int BYTES_MAX = 64 * 1024;

    /** A public key, ready to be sent. A private one stays where it is, however it got onto the command line. */
    String readPublicKey(Surroundings surroundings) {
        String text = read(surroundings).strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(name + " is empty.");
        }
        if (text.contains("PRIVATE KEY")) {
            throw new IllegalArgumentException(
                    name + " holds a private key, which is not sent anywhere: give the public one.");
        }
        return text;
    }

    String read(Surroundings surroundings) {
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
            throw new IllegalArgumentException("There is no file " + name + ".");
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read: " + e.getMessage(), e);
        }
    }
}
