package io.gpuaas.bench.fleet;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.LogTail;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.fleet.JoinTokens;
import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The installed agent, started by its own script against a real control plane: how long from the
 * start until its first poll is answered, and what it holds in memory when it has nothing to do.
 */
public final class AgentBench implements Benchmark {

    private static final String DATABASE = "agent_bench";
    private static final double START_MILLIS_MAX = 1_500;
    private static final long RESIDENT_BYTES_MAX = 120_000_000L;
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+([0-9]+) kB");
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    private static final int STOP_SECONDS_MAX = 60;

    @Override
    public Options options() {
        return Options.of("starts", "9", "idle-seconds", "45");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        Launcher launcher = new Launcher(workspace, database, DATABASE);
        try (ControlPlaneProcess server = launcher.startWithNodes("api,outbox-relay,event-consumers,node-api")) {
            Installed agent = install(workspace);
            agent.enroll(server);
            double first = agent.start(Duration.ZERO).millis();
            double[] later = new double[options.number("starts")];
            for (int i = 0; i < later.length; i++) {
                later[i] = agent.start(Duration.ZERO).millis();
            }
            Arrays.sort(later);
            double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            long resident = agent.start(Duration.ofSeconds(options.number("idle-seconds")))
                    .residentBytes();
            return result(first, later, resident, load);
        }
    }

    private static Result result(double first, double[] later, long resident, double load) {
        double median = later[later.length / 2];
        return new Result()
                .figure("first_start_ms", first)
                .figure("start_ms_median", median)
                .figure("start_ms_best", later[0])
                .figure("start_ms_worst", later[later.length - 1])
                .figure("resident_bytes", resident)
                .figure("load_average", load)
                .say(String.format(
                        Locale.ROOT,
                        "from the start to the first answered poll %.0f ms (median of %d, %.0f to %.0f, bar %.0f; the"
                                + " first start of a version %.0f ms), idle %,d MB resident (bar %,d), load %.1f on %d cores",
                        median,
                        later.length,
                        later[0],
                        later[later.length - 1],
                        START_MILLIS_MAX,
                        first,
                        resident / 1_000_000,
                        RESIDENT_BYTES_MAX / 1_000_000,
                        load,
                        Runtime.getRuntime().availableProcessors()))
                .require(median < START_MILLIS_MAX, "the agent starts too slowly")
                .require(resident < RESIDENT_BYTES_MAX, "the idle agent holds too much memory");
    }

    /** As an operator installs it: versions, the link to the current one, and the start script. */
    private static Installed install(Workspace workspace) throws IOException {
        Path install = workspace.directory().resolve("agent-install");
        Path version = Files.createDirectories(install.resolve("versions/1.0.0"));
        Files.createDirectories(install.resolve("bin"));
        Files.copy(workspace.installation().agentJar(), version.resolve("gpuaas-agent.jar"));
        Files.copy(workspace.installation().agentScript(), install.resolve("bin/gpuaas-agent"));
        Files.createSymbolicLink(install.resolve("current"), Path.of("versions/1.0.0"));
        return new Installed(
                install.resolve("bin/gpuaas-agent"),
                workspace.directory().resolve("agent-state"),
                workspace.directory().resolve("agent.log"));
    }

    private record Started(double millis, long residentBytes) {}

    private record Installed(Path script, Path state, Path log) {

        void enroll(ControlPlaneProcess server) throws Exception {
            GpuaasClient client =
                    GpuaasClient.connect(URI.create("http://127.0.0.1:" + server.port()), server.firstLoginToken());
            Process joining = process(List.of(
                    "enroll",
                    "--server",
                    "https://127.0.0.1:" + server.nodePort(),
                    "--token",
                    JoinTokens.create(client, 1).getFirst(),
                    "--state",
                    state.toString(),
                    "--hostname",
                    "bench"));
            if (!joining.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS) || joining.exitValue() != 0) {
                throw new IllegalStateException("the agent could not join: " + LogTail.read(log, 10));
            }
        }

        /** Until it says it is connected; then rests, is looked at, and is stopped as systemd does it. */
        Started start(Duration rest) throws Exception {
            long began = System.nanoTime();
            Process process = process(List.of("run", "--driver", "simulated", "--state", state.toString()));
            try {
                Waiting.until("the agent to connect", START_PATIENCE, Duration.ofMillis(2), this::isConnected);
                double millis = (System.nanoTime() - began) / 1e6;
                Thread.sleep(rest);
                return new Started(millis, resident(process.pid()));
            } finally {
                process.destroy();
                if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        }

        private boolean isConnected() throws IOException {
            return Files.readString(log).contains("\"connected\"");
        }

        private static long resident(long pid) throws IOException {
            Matcher matcher = RESIDENT.matcher(Files.readString(Path.of("/proc/" + pid + "/status")));
            if (!matcher.find()) {
                throw new IllegalStateException("the kernel does not tell the resident memory of " + pid);
            }
            return Long.parseLong(matcher.group(1)) * 1024;
        }

        private Process process(List<String> words) throws IOException {
            List<String> command = new ArrayList<>(List.of("sh", script.toString()));
            command.addAll(words);
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            return builder.start();
        }
    }
}
