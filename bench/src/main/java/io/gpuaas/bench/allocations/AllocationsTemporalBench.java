package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.fleet.Behaviour;
import io.gpuaas.fleet.Fleet;
import io.gpuaas.fleet.JoinTokens;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.GpuaasClient;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/**
 * The cycles of {@link AllocationsBench}, called forward by a real Temporal instead of timers in PostgreSQL, beside the
 * same floor. What Temporal writes into its own database is not in the floor.
 */
public final class AllocationsTemporalBench implements Benchmark {

    @Override
    public Options options() {
        return Options.of("nodes", "64", "warm-up-seconds", "120", "seconds", "20", "clients", "16");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        TemporalServer temporal = TemporalServer.start(workspace);
        Database database = Database.start(workspace);
        database.create(AllocationsBench.DATABASE);
        Launcher launcher = new Launcher(workspace, database, AllocationsBench.DATABASE);
        try (ControlPlaneProcess server = launcher.startWithNodes(AllocationsBench.ROLES, temporal.settings())) {
            GpuaasClient client =
                    GpuaasClient.connect(URI.create("http://127.0.0.1:" + server.port()), server.firstLoginToken());
            ProjectId project = BenchProject.create(server);
            URI dialled = URI.create("https://127.0.0.1:" + server.nodePort());
            try (Fleet fleet = new Fleet(dialled, Behaviour.PROMPT, (task, at) -> {})) {
                fleet.join(JoinTokens.create(client, options.number("nodes")), Duration.ofMinutes(5));
                Progress.say(fleet.size() + " nodes joined");
                try (AllocationWatch watch = new AllocationWatch(client, project)) {
                    return measure(new AllocationCycles(client, project, watch), workspace, database, options)
                            .figure("postgresql", database.version());
                }
            }
        }
    }

    private static Result measure(AllocationCycles cycles, Workspace workspace, Database database, Options options)
            throws Exception {
        int clients = options.number("clients");
        Duration time = Duration.ofSeconds(options.number("seconds"));
        cycles.flood(clients, Duration.ofSeconds(options.number("warm-up-seconds")));
        Progress.say("warmed up");
        RowWrites before = AllocationsBench.rows(database);
        AllocationCycles.Run peak = cycles.flood(clients, time);
        Thread.sleep(AllocationsBench.STATISTICS_DELAY);
        RowWrites written = AllocationsBench.rows(database).minus(before);
        Progress.say(String.format(Locale.ROOT, "%.1f cycles/s", peak.rate()));
        AllocationCycles.Run half = cycles.pace(peak.rate() / 2, time);
        CycleFloor floor =
                CycleFloor.of(workspace, database, AllocationsBench.DATABASE, written, Math.max(1, peak.cycles()));
        double floorRate = floor.run(clients, time);
        double p50 = half.toActive().percentileMillis(0.5);
        double p99 = half.toActive().percentileMillis(0.99);
        return new Result()
                .figure("cycles_per_second", peak.rate())
                .figure("floor_cycles_per_second", floorRate)
                .figure("share_of_floor", peak.rate() / floorRate)
                .figure("rows_per_cycle", floor.rowsPerCycle())
                .figure("half_rate_active_p50_ms", p50)
                .figure("half_rate_active_p99_ms", p99)
                .say(String.format(
                        Locale.ROOT,
                        "%.1f cycles/s on Temporal, %.3f of the floor's %.0f; at half of that active after p50 %.0f ms,"
                                + " p99 %.0f ms",
                        peak.rate(),
                        peak.rate() / floorRate,
                        floorRate,
                        p50,
                        p99));
    }
}
