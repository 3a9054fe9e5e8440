package io.gpuaas.systemtests;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** An agent installed as on a host, started again whenever it ends, as systemd does. */
final class InstalledAgent implements AutoCloseable {

    private static final Path JAR = Command.repository().resolve("node-agent/target/gpuaas-agent.jar");
    private static final Path SCRIPT = Command.repository().resolve("node-agent/src/main/scripts/gpuaas-agent");

    private final Path install;
    private final Path state;
    private final Path log;
    private volatile boolean isClosed;
    private volatile Process process;
    private final Thread supervisor = new Thread(this::supervise, "systemd");

    @SuppressWarnings("NullAway.Init")
    InstalledAgent(Path folder, Path releaseKeys) throws IOException {
        install = folder.resolve("install");
        state = folder.resolve("state");
        log = folder.resolve("agent.out");
        String version = version(JAR);
        Path home = Files.createDirectories(install.resolve("versions").resolve(version));
        Files.copy(JAR, home.resolve("gpuaas-agent.jar"));
        Files.createSymbolicLink(install.resolve("current"), Path.of("versions", version));
        Files.copy(SCRIPT, Files.createDirectories(install.resolve("bin")).resolve("gpuaas-agent"));
        Files.copy(releaseKeys, install.resolve("release-keys.json"));
    }

    private static String version(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        }
    }

    /** The same program under another version, beginning with another class. */
    static void rebuild(Path into, String version, String mainClass) throws IOException {
        try (JarFile from = new JarFile(JAR.toFile())) {
            Manifest manifest = new Manifest(from.getManifest());
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
            try (OutputStream file = Files.newOutputStream(into);
                    JarOutputStream out = new JarOutputStream(file, manifest)) {
                for (Enumeration<JarEntry> entries = from.entries(); entries.hasMoreElements(); ) {
                    JarEntry entry = entries.nextElement();
                    if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
                        out.putNextEntry(new JarEntry(entry.getName()));
                        try (InputStream in = from.getInputStream(entry)) {
                            in.transferTo(out);
                        }
                    }
                }
            }
        }
    }

    void enroll(String server, String token) throws IOException, InterruptedException {
        Process enrolment = script(
                        "enroll",
                        "--server",
                        server,
                        "--token",
                        "-",
                        "--state",
                        state.toString(),
                        "--hostname",
                        "host-1")
                .start();
        try (OutputStream in = enrolment.getOutputStream()) {
            in.write(token.getBytes(StandardCharsets.UTF_8));
        }
        if (enrolment.waitFor() != 0) {
            throw new IllegalStateException(Files.readString(log));
        }
        supervisor.start();
    }

    private ProcessBuilder script(String... arguments) {
        ProcessBuilder builder =
                new ProcessBuilder("sh", install.resolve("bin/gpuaas-agent").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment()
                .put(
                        "GPUAAS_AGENT_JAVA",
                        Path.of(System.getProperty("java.home"), "bin/java").toString());
        return builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    private void supervise() {
        try {
            while (!isClosed) {
                process = script("run", "--driver", "simulated", "--speed", "10", "--state", state.toString())
                        .start();
                process.waitFor();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    String current() {
        try {
            return Files.readSymbolicLink(install.resolve("current"))
                    .getFileName()
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        isClosed = true;
        if (process != null) {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        supervisor.interrupt();
        supervisor.join();
    }
}
