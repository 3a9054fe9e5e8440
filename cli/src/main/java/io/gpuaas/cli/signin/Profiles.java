package io.gpuaas.cli.signin;

import io.gpuaas.sdk.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The sign-ins of this user, one file for each profile, readable by nobody else. */
public final class Profiles {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> SECRET_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final JsonMapper JSON = Json.MAPPER
            .rebuild()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private final @Nullable Path folder;

    Profiles(@Nullable Path folder) {
        this.folder = folder;
    }

    /** Where the XDG Base Directory Specification puts them; it wants a relative path to be passed over. */
    public static Profiles of(Map<String, String> environment) {
        return new Profiles(absolute(environment.get("XDG_CONFIG_HOME"))
                .or(() -> absolute(environment.get("HOME")).map(home -> home.resolve(".config")))
                .map(config -> config.resolve("gpuaas"))
                .orElse(null));
    }

    private static Optional<Path> absolute(@Nullable String text) {
        return Optional.ofNullable(text).map(Path::of).filter(Path::isAbsolute);
    }

    public Optional<Credentials> find(ProfileName name) {
        return folder == null ? Optional.empty() : read(file(folder, name));
    }

    private static Optional<Credentials> read(Path file) {
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), Credentials.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        } catch (JacksonException e) {
            throw new SignInException(file + " is damaged: delete it and sign in again with gpuaas login.");
        }
    }

    /** Nobody else changes the profile meanwhile, in this process or another. */
    <T> T locked(ProfileName name, Supplier<T> act) {
        Path home = requireFolder();
        try {
            prepare(home);
            try (ProfileLock held = ProfileLock.take(home.resolve(name + ".lock"), SECRET_FILE)) {
                return held.during(act);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The profile " + name + " in " + home + " cannot be locked", e);
        }
    }

    /** All of it or nothing: a command that reads meanwhile sees the old or the new. Only under the lock. */
    void store(ProfileName name, Credentials credentials) {
        Path home = requireFolder();
        try {
            Path draft = Files.createTempFile(home, name + ".", ".new", SECRET_FILE);
            try {
                write(draft, JSON.writeValueAsBytes(credentials));
                Files.move(draft, file(home, name), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The profile " + name + " cannot be kept in " + home, e);
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    void delete(ProfileName name) {
        Path file = file(requireFolder(), name);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be deleted", e);
        }
    }

    private static void prepare(Path home) throws IOException {
        Files.createDirectories(home, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        if (!Files.getPosixFilePermissions(home).equals(OWNER_ONLY)) {
            Files.setPosixFilePermissions(home, OWNER_ONLY);
        }
    }

    private Path requireFolder() {
        if (folder == null) {
            throw new IllegalArgumentException(
                    "There is no place to keep a sign-in: set HOME or XDG_CONFIG_HOME to a folder of yours.");
        }
        return folder;
    }

    private static Path file(Path home, ProfileName name) {
        return home.resolve(name + ".json");
    }
}
