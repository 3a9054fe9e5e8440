package io.gpuaas.bench.kit;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.CreateAllocation;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.PageRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The product as {@code ./gpuaas up} starts it, with its simulated nodes. */
public final class RunningProduct implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SKU = "h100-sxm-slice";

    private final Path root;
    private final Path data;
    private final int port;
    private final Map<String, String> environment;

    private RunningProduct(Path root, Path data, int port, Map<String, String> environment) {
        this.root = root;
        this.data = data;
        this.port = port;
        this.environment = environment;
    }

    public static RunningProduct start(Workspace workspace) throws Exception {
        return start(workspace, Map.of());
    }

    public static RunningProduct start(Workspace workspace, Map<String, String> environment) throws Exception {
        RunningProduct product = new RunningProduct(
                workspace.installation().root(),
                workspace.directory().resolve("data"),
                20_000 + (int) (ProcessHandle.current().pid() % 20_000),
                environment);
        workspace.keep(product);
        product.startAgain();
        return product;
    }

    /** Starts the programs that do not run. */
    public void startAgain() throws IOException, InterruptedException {
        gpuaas(
                "up",
                "--detach",
                "--gpuaas.demo-past=false",
                "--gpuaas.demo-apps=false",
                "--port",
                String.valueOf(port),
                "--data",
                data.toString());
    }

    /** {@code kill -9} of the process in the file of this name. */
    public void kill(String name) throws Exception {
        long pid = Long.parseLong(Files.readString(data.resolve(name + ".pid")).strip());
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        Waiting.until(name + " to be gone", PATIENCE, Duration.ofMillis(20), () -> !process.isAlive());
    }

    /** {@code kill -9} of all of these at once; then they are started as they were. */
    public void killAndStart(List<String> names) throws Exception {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        for (String name : names) {
            ProcessHandle.Info info = ProcessHandle.of(pid(name)).orElseThrow().info();
            List<String> command = new ArrayList<>(List.of(info.command().orElseThrow()));
            command.addAll(List.of(info.arguments().orElseThrow()));
            commands.put(name, command);
        }
        for (String name : names) {
            kill(name);
        }
        for (Map.Entry<String, List<String>> one : commands.entrySet()) {
            String log = "logs/" + Path.of(one.getKey()).getFileName() + ".log";
            Process process = new ProcessBuilder(one.getValue())
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(data.resolve(log).toFile()))
                    .start();
            Files.writeString(data.resolve(one.getKey() + ".pid"), process.pid() + "\n");
        }
    }

    /** Runs a verb of it. */
    public void gpuaas(String... words) throws IOException, InterruptedException {
        String[] command = new String[words.length + 1];
        command[0] = root.resolve("gpuaas").toString();
        System.arraycopy(words, 0, command, 1, words.length);
        Path log = data.resolveSibling("product.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed: " + LogTail.read(log, 10));
        }
    }

    /** The program that people run. */
    public String program() {
        return root.resolve("gpuaas").toString();
    }

    public int gatewayApiPort() {
        return port + 366;
    }

    /** The bytes that the gateway has carried to readers so far. */
    public long bytesToReaders() throws IOException {
        try (InputStream metrics = URI.create("http://127.0.0.1:" + (gatewayApiPort() + 3) + "/metrics")
                .toURL()
                .openStream()) {
            return new String(metrics.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("gpuaas_gateway_bytes_total{") && line.contains("to=\"reader\""))
                    .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** The people it told us of. */
    public Path firstLogin() {
        return data.resolve("first-login");
    }

    public String token() throws IOException {
        return Files.readAllLines(firstLogin()).stream()
                .filter(line -> line.startsWith("token:"))
                .map(line -> line.substring("token:".length()).strip())
                .findFirst()
                .orElseThrow();
    }

    public GpuaasClient client() throws IOException {
        return GpuaasClient.connect(URI.create(url()), token());
    }

    public ProjectId project(GpuaasClient client) {
        return client.identity()
                .listProjects(
                        client.identity()
                                .listTenants(PageRequest.ofSize(1))
                                .items()
                                .getFirst()
                                .id(),
                        PageRequest.ofSize(1))
                .items()
                .getFirst()
                .id();
    }

    public AllocationId allocate(GpuaasClient client) throws Exception {
        ProjectId project = project(client);
        AllocationId[] id = new AllocationId[1];
        Waiting.until("capacity", PATIENCE, Duration.ofSeconds(1), () -> {
            try {
                id[0] = client.allocations()
                        .createAllocation(
                                project, new CreateAllocation(SKU, 1, null, null, null, null, null, null, null))
                        .id();
                return true;
            } catch (io.gpuaas.sdk.GpuaasException e) {
                return false;
            }
        });
        Waiting.until(
                "an active allocation",
                PATIENCE,
                Duration.ofMillis(500),
                () -> client.allocations().getAllocation(project, id[0]).state() == AllocationState.ACTIVE);
        return id[0];
    }

    /** The agents' processes. */
    public long agentPid(String name) throws IOException {
        return pid("nodes/" + name);
    }

    /** The process in the file of this name. */
    public long pid(String name) throws IOException {
        return Long.parseLong(Files.readString(data.resolve(name + ".pid")).strip());
    }

    @Override
    public void close() throws Exception {
        gpuaas("down", "--data", data.toString());
    }
}
