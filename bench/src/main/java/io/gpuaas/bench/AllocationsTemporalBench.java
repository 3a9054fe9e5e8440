package io.gpuaas.bench;

import io.gpuaas.bench.ControlPlaneProcess.Launcher;
import io.gpuaas.fleet.Behaviour;
import io.gpuaas.fleet.Fleet;
import io.gpuaas.fleet.JoinTokens;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.GpuaasClient;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/** The cycles of {@link AllocationsBench}, called forward by a real Temporal instead of timers in PostgreSQL. */
final class AllocationsTemporalBench implements Bench.Benchmark {

    private static final String DATABASE = "allocations_bench";

    @Override
    public Options options() {
        return Options.of("nodes", "64", "warm-up-seconds", "120", "seconds", "20", "clients", "16");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        TemporalServer temporal = TemporalServer.start(workspace);
        Database database = Database.start(workspace);
        database.create(DATABASE);
        Launcher launcher = new Launcher(workspace, database, DATABASE);
        try (ControlPlaneProcess server = launcher.startWithNodes(AllocationsBench.ROLES, temporal.settings())) {
            GpuaasClient client =
                    GpuaasClient.connect(URI.create("http://127.0.0.1:" + server.port()), server.firstLoginToken());
            ProjectId project = BenchProject.create(server);
            URI dialled = URI.create("https://127.0.0.1:" + server.nodePort());
            try (Fleet fleet = new Fleet(dialled, Behaviour.PROMPT, (task, at) -> {})) {
                fleet.join(JoinTokens.create(client, options.number("nodes")), Duration.ofMinutes(5));
                Bench.progress(fleet.size() + " nodes joined");
                try (AllocationWatch watch = new AllocationWatch(client, project)) {
                    return measure(new AllocationCycles(client, project, watch), options);
                }
            }
        }
    }

    private static Result measure(AllocationCycles cycles, Options options) throws Exception {
        int clients = options.number("clients");
        Duration time = Duration.ofSeconds(options.number("seconds"));
        cycles.flood(clients, Duration.ofSeconds(options.number("warm-up-seconds")));
        Bench.progress("warmed up");
        AllocationCycles.Run peak = cycles.flood(clients, time);
        Bench.progress(String.format(Locale.ROOT, "%.1f cycles/s", peak.rate()));
        AllocationCycles.Run half = cycles.pace(peak.rate() / 2, time);
        double p50 = half.toActive().percentileMillis(0.5);
        double p99 = half.toActive().percentileMillis(0.99);
        return new Result()
                .figure("cycles_per_second", peak.rate())
                .figure("half_rate_active_p50_ms", p50)
                .figure("half_rate_active_p99_ms", p99)
                .say(String.format(
                        Locale.ROOT,
                        "%.1f cycles/s on Temporal; at half of that active after p50 %.0f ms, p99 %.0f ms",
                        peak.rate(),
                        p50,
                        p99));
    }
}
