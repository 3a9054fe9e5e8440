package io.gpuaas.fleet;

import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpuaas fleet}: fills an installation with nodes that are not there. */
@Command(
        name = "gpuaas fleet",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Enrols simulated nodes and runs them until Ctrl-C: each with its own key, certificate and connection.",
            "Example: gpuaas fleet --nodes 200"
        })
public final class FleetCommand implements Callable<Integer> {

    private static final Duration JOIN_TIME_EACH = Duration.ofSeconds(1);
    private static final Duration JOIN_TIME_LEAST = Duration.ofMinutes(2);
    private static final Duration TELL_INTERVAL = Duration.ofSeconds(10);

    @Option(names = "--nodes", required = true, paramLabel = "N", description = "Number of nodes, 1 to 10000.")
    private int nodes;

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "The API. Default: ${DEFAULT-VALUE}")
    private URI server = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--node-server",
            paramLabel = "URL",
            description = "Where nodes dial. Default: port 8444 of the API's host.")
    private @Nullable URI nodeServer;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = ".gpuaas/first-login",
            description = "Holds an operator's token, alone or after 'token: '. Default: ${DEFAULT-VALUE}")
    private Path tokenFile = Path.of(".gpuaas", "first-login");

    @Option(
            names = "--task-time",
            paramLabel = "MS",
            defaultValue = "200",
            description = "How long a task takes, about. Default: ${DEFAULT-VALUE}")
    private long taskMillis;

    @Option(
            names = "--failures",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "The share of tasks that fail, 0 to 1. Default: ${DEFAULT-VALUE}")
    private double failures;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "The same seed, the same fleet.")
    private long seed;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "0",
            description = "Stop after this many seconds. Default: 0, never")
    private long seconds;

    public static void main(String[] arguments) {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        CommandLine line = new CommandLine(new FleetCommand());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            System.err.println("gpuaas fleet: " + (e.getMessage() == null ? e : e.getMessage()));
            return 1;
        });
        System.exit(line.execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (nodes < 1 || nodes > 10_000) {
            throw new IllegalArgumentException("--nodes is between 1 and 10000");
        }
        GpuaasClient client = GpuaasClient.connect(server, token());
        URI dialled = nodeServer == null ? URI.create("https://" + server.getHost() + ":8444") : nodeServer;
        Behaviour behaviour = new Behaviour(Duration.ofMillis(taskMillis), failures, seed);
        try (Fleet fleet = new Fleet(dialled, behaviour, (task, at) -> {})) {
            long began = System.nanoTime();
            Thread.startVirtualThread(() -> tellProgress(fleet));
            fleet.join(JoinTokens.create(client, nodes), joinTime());
            System.out.printf(
                    Locale.ROOT, "%d nodes joined in %.1f s%n", fleet.size(), (System.nanoTime() - began) / 1e9);
            live(fleet);
        }
        return 0;
    }

    private Duration joinTime() {
        Duration time = JOIN_TIME_EACH.multipliedBy(nodes);
        return time.compareTo(JOIN_TIME_LEAST) > 0 ? time : JOIN_TIME_LEAST;
    }

    private String token() throws IOException {
        return Files.readAllLines(tokenFile).stream()
                .filter(line -> !line.isBlank() && (line.startsWith("token: ") || !line.contains(":")))
                .map(line -> line.replaceFirst("^token: *", "").strip())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no token in " + tokenFile));
    }

    private void tellProgress(Fleet fleet) {
        try {
            while (fleet.counts().enrolled.sum() < nodes) {
                Thread.sleep(Duration.ofSeconds(1));
                System.err.printf("\r%d of %d joined", fleet.counts().enrolled.sum(), nodes);
            }
            System.err.println();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void live(Fleet fleet) throws InterruptedException {
        long end = seconds == 0
                ? Long.MAX_VALUE
                : System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        while (System.nanoTime() < end) {
            Thread.sleep(Duration.ofNanos(Math.min(TELL_INTERVAL.toNanos(), end - System.nanoTime())));
            Counts counts = fleet.counts();
            System.out.printf(
                    "%d nodes, %d heartbeats, %d tasks, %d errors%n",
                    fleet.size(), counts.heartbeats.sum(), counts.tasks.sum(), counts.errors.sum());
        }
    }
}
