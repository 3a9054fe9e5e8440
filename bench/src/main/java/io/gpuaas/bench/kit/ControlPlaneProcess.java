package io.gpuaas.bench.kit;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The control plane as a process of its own, on the database of the run and on loopback only. */
public final class ControlPlaneProcess implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(40);
    private static final int LOG_LINES_SHOWN = 30;

    private final String name;
    private final Process process;
    private final int port;
    private final int nodePort;
    private final Path data;
    private final Path log;

    private ControlPlaneProcess(String name, Process process, int port, int nodePort, Path data, Path log) {
        this.name = name;
        this.process = process;
        this.port = port;
        this.nodePort = nodePort;
        this.data = data;
        this.log = log;
    }

    /** Starts control planes of one workspace on one database; all share a data directory, as the seal key asks for. */
    public record Launcher(Workspace workspace, Database database, String databaseName) {

        /** The product itself, ready to serve. */
        public ControlPlaneProcess start(String roles) throws Exception {
            ControlPlaneProcess started = launch(roles);
            started.awaitReady();
            return started;
        }

        /** The product itself, which may be at work before it is ready to serve. */
        public ControlPlaneProcess launch(String roles) throws Exception {
            return launch(roles, List.of("-jar", copiedJar().toString()));
        }

        /** Another build, or the same with other settings, in a data directory of its own, to compare with. */
        public ControlPlaneProcess startApart(String roles, Path jar, String directory, List<String> more)
                throws Exception {
            Path copy = workspace.directory().resolve(directory + ".jar");
            if (!Files.exists(copy)) {
                Files.copy(jar, copy);
            }
            List<String> settings = new ArrayList<>(List.of("--gpuaas.nodes.port=0", "--gpuaas.gateways.port=0"));
            settings.addAll(more);
            ControlPlaneProcess started = launch(
                    roles,
                    List.of("-jar", copy.toString()),
                    settings,
                    0,
                    workspace.directory().resolve(directory));
            started.awaitReady();
            return started;
        }

        /** A build next to the run must not change what is measured. */
        private Path copiedJar() throws IOException {
            Path jar = workspace.directory().resolve("control-plane.jar");
            if (!Files.exists(jar)) {
                Files.copy(workspace.installation().controlPlaneJar(), jar);
            }
            return jar;
        }

        /** Starts a benchmark's own variant of the control plane. */
        public ControlPlaneProcess startVariant(Class<?> program, String roles) throws Exception {
            String jar = workspace.installation().benchJar().toString();
            ControlPlaneProcess started = launch(roles, List.of("-cp", jar, program.getName()));
            started.awaitReady();
            return started;
        }

        /** The product with its listener for nodes, on a heap with some room above what may be in use. */
        public ControlPlaneProcess startWithNodes(String roles) throws Exception {
            return startWithNodes(roles, List.of());
        }

        public ControlPlaneProcess startWithNodes(String roles, List<String> more) throws Exception {
            int nodePort = freePort();
            // A whole site joins from one address here.
            List<String> settings = new ArrayList<>(
                    List.of("--gpuaas.nodes.port=" + nodePort, "--gpuaas.nodes.joins-per-minute-max=100000"));
            settings.addAll(more);
            ControlPlaneProcess started =
                    launch(roles, List.of("-Xmx3g", "-jar", copiedJar().toString()), settings, nodePort);
            started.awaitReady();
            return started;
        }

        /** Starts a variant with a listener for nodes at a fixed port, so that hosts find it again after a restart. */
        public ControlPlaneProcess startVariant(Class<?> program, int nodePort) throws Exception {
            ControlPlaneProcess started = launch(
                    "api,outbox-relay,event-consumers,node-api",
                    List.of(
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            workspace.installation().benchJar().toString(),
                            program.getName()),
                    List.of("--gpuaas.nodes.port=" + nodePort),
                    nodePort);
            started.awaitReady();
            return started;
        }

        /** The product with everything an allocation needs; started again, hosts find it at the same port. */
        public ControlPlaneProcess startWithLifecycle(int nodePort) throws Exception {
            ControlPlaneProcess started = launch(
                    "api,outbox-relay,event-consumers,node-api,lifecycle",
                    List.of("-XX:TieredStopAtLevel=1", "-jar", copiedJar().toString()),
                    List.of("--gpuaas.nodes.port=" + nodePort),
                    nodePort);
            started.awaitReady();
            return started;
        }

        private ControlPlaneProcess launch(String roles, List<String> program) throws Exception {
            return launch(roles, program, List.of("--gpuaas.nodes.port=0"), 0);
        }

        private ControlPlaneProcess launch(String roles, List<String> program, List<String> settings, int nodePort)
                throws Exception {
            return launch(
                    roles, program, settings, nodePort, workspace.directory().resolve("control-plane"));
        }

        private ControlPlaneProcess launch(
                String roles, List<String> program, List<String> settings, int nodePort, Path directory)
                throws Exception {
            int port = freePort();
            Path data = Files.createDirectories(directory);
            Path log = Files.createTempFile(workspace.directory(), "control-plane-", ".log");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED"));
            Optional.ofNullable(System.getenv("GPUAAS_JVM_FLAGS"))
                    .filter(flags -> !flags.isBlank())
                    .ifPresent(flags -> command.addAll(List.of(flags.strip().split("\\s+"))));
            command.addAll(program);
            command.addAll(List.of(
                    "--gpuaas.data-dir=" + data,
                    "--gpuaas.roles=" + roles,
                    "--gpuaas.server.port=" + port,
                    "--gpuaas.database.mode=external",
                    "--gpuaas.database.url=" + database.url(databaseName),
                    "--gpuaas.database.username=" + database.user()));
            command.addAll(settings);
            ProcessBuilder builder = new ProcessBuilder(command)
                    // Not the checkout: a gpuaas.yaml there is somebody's own.
                    .directory(workspace.directory().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().keySet().removeIf(variable -> variable.startsWith("GPUAAS_"));
            builder.environment().put("GPUAAS_DATABASE_PASSWORD", database.password());
            return workspace.keep(new ControlPlaneProcess(
                    "control plane (" + roles + ")", builder.start(), port, nodePort, data, log));
        }

        public static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0)) {
                return socket.getLocalPort();
            }
        }
    }

    public int port() {
        return port;
    }

    public int nodePort() {
        return nodePort;
    }

    public long pid() {
        return process.pid();
    }

    /** The first administrator's token, as the product leaves it for its owner. */
    public String firstLoginToken() throws IOException {
        return firstLogin("token");
    }

    public String firstLogin(String what) throws IOException {
        return Files.readAllLines(data.resolve("first-login")).stream()
                .filter(line -> line.startsWith(what + ": "))
                .map(line -> line.substring(what.length() + 2))
                .findFirst()
                .orElseThrow();
    }

    private void awaitReady() throws Exception {
        try {
            Waiting.until(name + " to be ready", START_TIMEOUT, Duration.ofMillis(50), () -> {
                requireAlive();
                return ready();
            });
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    e.getMessage() + "; its log ends:\n" + LogTail.read(log, LOG_LINES_SHOWN), e);
        }
        Progress.say(name + " is ready (pid " + pid() + ")");
    }

    public void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " ended with code " + process.exitValue() + "; its log ends:\n"
                    + LogTail.read(log, LOG_LINES_SHOWN));
        }
    }

    private boolean ready() {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/readyz").toURL().openConnection();
            connection.setConnectTimeout(1000);
            connection.setReadTimeout(2000);
            try {
                return connection.getResponseCode() == 200;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }

    /** {@code kill -9}: no chance to finish or give back anything. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " survived kill -9");
        }
        Progress.say("kill -9 of " + name + " (pid " + pid() + ")");
    }

    /** Asks it to stop, and insists when it does not. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
