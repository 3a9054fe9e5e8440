package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.RecordJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The sign-ins of this user, one file for each profile, readable by nobody else. */
public final class Profiles {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> SECRET_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final Pattern FILE = Pattern.compile("([A-Za-z0-9][A-Za-z0-9_-]{0,63})\\.json");

    /** No profile's name begins with a point. */
    private static final String PREFERENCES = ".preferences.json";

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
        return folder == null ? Optional.empty() : read(file(folder, name), Credentials.class);
    }

    private static <T> Optional<T> read(Path file, Class<T> type) {
        try {
            byte[] content = Files.readAllBytes(file);
            return Optional.of(RecordJson.read(content, type));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        } catch (JacksonException e) {
            throw new SignInException(file + " is damaged: delete it and sign in again with gpuaas login.");
        }
    }

    /** Those that are signed in, by name. */
    public List<ProfileName> list() {
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> FILE.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> new ProfileName(name.group(1)))
                    .sorted(Comparator.comparing(ProfileName::value))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("The profiles in " + folder + " cannot be listed", e);
        }
    }

    public Preferences preferences() {
        return folder == null
                ? Preferences.NONE
                : read(folder.resolve(PREFERENCES), Preferences.class).orElse(Preferences.NONE);
    }

    public void prefer(UnaryOperator<Preferences> change) {
        Path home = requireFolder();
        try {
            prepare(home);
            try (ProfileLock held = ProfileLock.take(home.resolve(PREFERENCES + ".lock"), SECRET_FILE)) {
                held.during(() -> {
                    replace(home.resolve(PREFERENCES), change.apply(preferences()));
                    return true;
                });
            }
        } catch (IOException e) {
            throw new UncheckedIOException("What you chose cannot be kept in " + home, e);
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

    /** Only under the lock. */
    void store(ProfileName name, Credentials credentials) {
        replace(file(requireFolder(), name), credentials);
    }

    /** All of it or nothing: a command that reads meanwhile sees the old or the new. */
    private static void replace(Path file, Object content) {
        Path home = Objects.requireNonNull(file.getParent());
        try {
            Path draft = Files.createTempFile(home, file.getFileName() + ".", ".new", SECRET_FILE);
            try {
                write(draft, RecordJson.writeIndented(content).getBytes(StandardCharsets.UTF_8));
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be kept", e);
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
