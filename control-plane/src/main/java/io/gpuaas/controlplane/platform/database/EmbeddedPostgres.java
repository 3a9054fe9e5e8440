package io.gpuaas.controlplane.platform.database;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a PostgreSQL server under the data directory, from binaries on the class path.
 *
 * <p>The server is a daemon, not a child: when this process is killed the database keeps running, and the next start
 * adopts it. It listens on loopback only and requires a password from a file that only the owner can read.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
    private static final String USER = "gpuaas";
    private static final int PORT_LINE = 3;

    private final Path home;
    private final Path data;
    private final Path passwordFile;
    private final List<String> settings;
    private final int port;

    private EmbeddedPostgres(Path directory, List<String> settings) {
        this.home = directory.resolve("server");
        this.data = directory.resolve("data");
        this.passwordFile = directory.resolve("password");
        this.settings = settings;
        try {
            ownerOnly(Files.createDirectories(directory));
            unpack();
            if (!Files.exists(data.resolve("PG_VERSION"))) {
                initialise();
            }
            this.port = start();
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL under " + directory + " did not start", e);
        }
    }

    /** Starts the server, or adopts the one that already runs on this directory. */
    public static EmbeddedPostgres start(Path directory) {
        return new EmbeddedPostgres(directory.toAbsolutePath(), List.of());
    }

    /** For tests: what is lost in a power cut does not matter there. */
    public static EmbeddedPostgres startThrowaway(Path directory) {
        return new EmbeddedPostgres(
                directory.toAbsolutePath(),
                List.of("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"));
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    public String user() {
        return USER;
    }

    public String password() {
        try {
            return Files.readString(passwordFile).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + passwordFile, e);
        }
    }

    @Override
    public void close() {
        try {
            run(STOP_TIMEOUT, "bin/pg_ctl", "-D", data.toString(), "-m", "fast", "-w", "stop");
        } catch (IOException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("postgres_log", data.resolveSibling("log"))
                    .log("could not stop the embedded PostgreSQL cleanly");
        }
    }

    private void unpack() throws IOException {
        String archive = "/postgres-linux-" + architecture() + ".txz";
        URL source = EmbeddedPostgres.class.getResource(archive);
        if (source == null) {
            throw new IOException("no PostgreSQL binaries for this machine (" + archive
                    + "): set gpuaas.database.mode=external and gpuaas.database.url");
        }
        Path done = home.resolve(".unpacked");
        String version = String.valueOf(source.openConnection().getContentLengthLong());
        // A server that still runs keeps the binaries it was started from.
        if (Files.exists(done)
                && (Files.readString(done).equals(version) || runningPort().isPresent())) {
            return;
        }
        deleteTree(home);
        Files.createDirectories(home);
        try (InputStream packed = source.openStream()) {
            unpackTar(new XZCompressorInputStream(new BufferedInputStream(packed)));
        }
        Files.writeString(done, version);
    }

    private static String architecture() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "arm_64";
            case String other -> other;
        };
    }

    private void unpackTar(InputStream unpacked) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(unpacked)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = home.resolve(entry.getName()).normalize();
                if (!target.startsWith(home)) {
                    throw new IOException("archive entry leaves its directory: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(tar, target);
                    if ((entry.getMode() & 0100) != 0) {
                        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
                    }
                }
            }
        }
    }

    private void initialise() throws IOException {
        // A start that died half-way leaves a directory initdb would refuse.
        deleteTree(data);
        byte[] secret = new byte[24];
        new SecureRandom().nextBytes(secret);
        Files.deleteIfExists(passwordFile);
        Files.createFile(
                passwordFile,
                PosixFilePermissions.asFileAttribute(
                        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)));
        Files.writeString(passwordFile, Base64.getUrlEncoder().withoutPadding().encodeToString(secret) + "\n");
        run(
                START_TIMEOUT,
                "bin/initdb",
                "-D",
                data.toString(),
                "-U",
                USER,
                "-A",
                "scram-sha-256",
                "--pwfile",
                passwordFile.toString(),
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "--data-checksums");
    }

    private int start() throws IOException {
        Optional<Integer> running = runningPort();
        if (running.isPresent()) {
            log.atInfo()
                    .addKeyValue("port", running.get())
                    .log("adopted the embedded PostgreSQL that was already running");
            return running.get();
        }
        int free = freePort();
        List<String> options = new ArrayList<>(List.of(
                "-p",
                String.valueOf(free),
                "-h",
                "127.0.0.1",
                "-k",
                "''",
                "-c",
                "wal_compression=on",
                "-c",
                "max_wal_size=2GB",
                "-c",
                "shared_buffers=256MB"));
        settings.forEach(setting -> options.addAll(List.of("-c", setting)));
        run(
                START_TIMEOUT,
                "bin/pg_ctl",
                "-D",
                data.toString(),
                "-l",
                data.resolveSibling("log").toString(),
                "-o",
                String.join(" ", options),
                "-w",
                "start");
        return free;
    }

    /** The port of a live postmaster on our data directory, from the lock file it keeps there. */
    private Optional<Integer> runningPort() throws IOException {
        Path lock = data.resolve("postmaster.pid");
        if (!Files.exists(lock)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(lock);
        long pid = Long.parseLong(lines.getFirst().strip());
        boolean alive = ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .filter(command -> command.startsWith(home.toString()))
                .isPresent();
        return alive && lines.size() > PORT_LINE
                ? Optional.of(Integer.parseInt(lines.get(PORT_LINE).strip()))
                : Optional.empty();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void run(Duration timeout, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            // PostgreSQL refuses to run as root; in a user namespace of its own it is not.
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(home.resolve(program).toString());
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("gpuaas-postgres", ".log");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(Map.of("LC_ALL", "C.UTF-8"));
            Process process = builder.start();
            if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(program + " did not finish in " + timeout.toSeconds() + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(
                        program + " failed: " + Files.readString(output).strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + program, e);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static void ownerOnly(Path directory) throws IOException {
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rwx------");
        Files.setPosixFilePermissions(directory, permissions);
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @org.jspecify.annotations.Nullable IOException e)
                    throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
