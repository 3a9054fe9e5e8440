package io.gpuaas.cli;

import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Which server a command talks to, under which token, and how it prints. */
final class Session {

    static final String SERVER_STANDARD = "http://127.0.0.1:8080";

    private static final String TOKEN_PREFIX = "token: ";

    private final Surroundings surroundings;
    private final Options options;

    Session(Surroundings surroundings, Options options) {
        this.surroundings = surroundings;
        this.options = options;
    }

    GpuaasClient connect() {
        URI server = server();
        String token = findToken(server)
                .orElseThrow(
                        () -> new IllegalArgumentException("There is no token for " + server + ": set GPUAAS_TOKEN."));
        return GpuaasClient.connect(server, token);
    }

    GpuaasClient connectAnonymously() {
        return GpuaasClient.connectAnonymously(server());
    }

    Output output() {
        return new Output(surroundings.out(), surroundings.err(), options.output);
    }

    Surroundings surroundings() {
        return surroundings;
    }

    private URI server() {
        if (options.server != null) {
            return options.server;
        }
        return URI.create(
                environment("GPUAAS_URL").or(() -> firstLine("server-url")).orElse(SERVER_STANDARD));
    }

    /** The token in the folder is the local server's; no other server may be shown it. */
    private Optional<String> findToken(URI server) {
        Optional<String> given = environment("GPUAAS_TOKEN");
        if (given.isPresent()) {
            return given;
        }
        URI local = URI.create(firstLine("server-url").orElse(SERVER_STANDARD));
        return withoutSlash(server).equals(withoutSlash(local)) ? readFirstLogin() : Optional.empty();
    }

    private static String withoutSlash(URI address) {
        return address.toString().replaceAll("/+$", "");
    }

    private Optional<String> readFirstLogin() {
        return read("first-login")
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith(TOKEN_PREFIX))
                        .map(line -> line.substring(TOKEN_PREFIX.length()).strip())
                        .findFirst());
    }

    private Optional<String> firstLine(String file) {
        return read(file).flatMap(text -> text.lines().map(String::strip).findFirst());
    }

    private Optional<String> read(String file) {
        Path path = surroundings.folder().resolve(".gpuaas").resolve(file);
        try {
            return Files.isReadable(path) ? Optional.of(Files.readString(path)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be read", e);
        }
    }

    private Optional<String> environment(String name) {
        return Optional.ofNullable(surroundings.environment().get(name)).filter(value -> !value.isBlank());
    }
}
