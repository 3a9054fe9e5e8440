package io.gpuaas.cli.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the server that ./gpuaas up started in this folder, and its first-login token. */
final class LocalInstallation {

    private static final String TOKEN_PREFIX = "token: ";

    private final Path folder;

    LocalInstallation(Path folder) {
        this.folder = folder.resolve(".gpuaas");
    }

    URI server() {
        return URI.create(read("server-url")
                .flatMap(text -> text.lines().map(String::strip).findFirst())
                .orElse(GlobalOptions.SERVER_DEFAULT));
    }

    Optional<String> findFirstToken() {
        return read("first-login")
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith(TOKEN_PREFIX))
                        .map(line -> line.substring(TOKEN_PREFIX.length()).strip())
                        .findFirst());
    }

    private Optional<String> read(String file) {
        Path path = folder.resolve(file);
        try {
            return Files.isReadable(path) ? Optional.of(Files.readString(path)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + path, e);
        }
    }
}
