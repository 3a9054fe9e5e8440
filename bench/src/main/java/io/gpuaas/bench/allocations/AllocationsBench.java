package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Median;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.fleet.Behaviour;
import io.gpuaas.fleet.Fleet;
import io.gpuaas.fleet.JoinTokens;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.GpuaasClient;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Allocations from request to release on hardware that takes no time: how many per second beside what PostgreSQL itself
 * could write, how long until one is active, what a reader feels meanwhile, and Debian's Slurm on the same machine.
 */
public final class AllocationsBench implements Benchmark {

    static final String ROLES = "api,outbox-relay,event-consumers,node-api,lifecycle";

    static final String DATABASE = "allocations_bench";
    private static final int GPUS_PER_NODE = 8;
    private static final double SHARE_OF_FLOOR_MIN = 0.15;
    private static final double ACTIVE_P99_MILLIS_MAX = 1_000;
    private static final double READ_P99_MILLIS_MAX = 50;
    private static final double TIMES_SLURM_MIN = 3;
    static final Duration STATISTICS_DELAY = Duration.ofSeconds(3);

    @Override
    public Options options() {
        return Options.of(
                "nodes",
                "64",
                "warm-up-seconds",
                "300",
                "seconds",
                "20",
                "clients",
                "16",
                "single",
                "20",
                "warm-up-rounds",
                "3",
                "rounds",
                "5");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        Launcher launcher = new Launcher(workspace, database, DATABASE);
        Result result = new Result().figure("postgresql", database.version());
        try (ControlPlaneProcess server = launcher.startWithNodes(ROLES)) {
            GpuaasClient client =
                    GpuaasClient.connect(URI.create("http://127.0.0.1:" + server.port()), server.firstLoginToken());
            ProjectId project = BenchProject.create(server);
            URI dialled = URI.create("https://127.0.0.1:" + server.nodePort());
            try (Fleet fleet = new Fleet(dialled, Behaviour.PROMPT, (task, at) -> {})) {
                fleet.join(JoinTokens.create(client, options.number("nodes")), Duration.ofMinutes(5));
                Progress.say(fleet.size() + " nodes joined");
                try (AllocationWatch watch = new AllocationWatch(client, project)) {
                    AllocationCycles cycles = new AllocationCycles(client, project, watch);
                    measure(cycles, workspace, database, options, result);
                    compare(cycles, workspace, options, result);
                }
            }
        }
        return result;
    }

    private static void measure(
            AllocationCycles cycles, Workspace workspace, Database database, Options options, Result result)
            throws Exception {
        int clients = options.number("clients");
        Duration time = Duration.ofSeconds(options.number("seconds"));
        // Measure code that the JIT has compiled, as in a server that has run for days.
        cycles.flood(clients, Duration.ofSeconds(options.number("warm-up-seconds")));
        Progress.say("warmed up");

        AllocationId read = cycles.create();
        cycles.awaitActive(read);
        RowWrites before = rows(database);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Latencies> reads = readBeside(cycles, read, stop);
        AllocationCycles.Run peak = cycles.flood(clients, time);
        stop.set(true);
        Latencies beside = reads.get();
        Thread.sleep(STATISTICS_DELAY);
        RowWrites written = rows(database).minus(before);
        Progress.say(String.format(Locale.ROOT, "%.1f cycles/s", peak.rate()));

        AllocationCycles.Run half = cycles.pace(peak.rate() / 2, time);
        Progress.say("half the rate done");
        CycleFloor floor = CycleFloor.of(workspace, database, DATABASE, written, peak.cycles());
        double floorRate = floor.run(clients, time);
        Progress.say(String.format(Locale.ROOT, "floor %.1f cycles/s", floorRate));
        cycles.release(read);

        Latencies single = cycles.single(options.number("single"));
        report(result, peak, half, floorRate, beside.percentileMillis(0.99));
        result.figure("read_p50_ms", beside.percentileMillis(0.5))
                .figure("rows_per_cycle", floor.rowsPerCycle())
                .figure("single_p50_ms", single.percentileMillis(0.5))
                .figure("single_p99_ms", single.percentileMillis(0.99));
    }

    static RowWrites rows(Database database) throws Exception {
        try (Connection connection = database.connect(DATABASE)) {
            return RowWrites.read(connection);
        }
    }

    private static CompletableFuture<Latencies> readBeside(
            AllocationCycles cycles, AllocationId id, AtomicBoolean stop) {
        CompletableFuture<Latencies> reads = new CompletableFuture<>();
        // A person elsewhere does not wait for a place among the threads of those who flood.
        Thread.ofPlatform().daemon().start(() -> {
            try {
                reads.complete(cycles.readUntil(id, stop, Duration.ofMillis(10)));
            } catch (Exception e) {
                reads.completeExceptionally(e);
            }
        });
        return reads;
    }

    private static void report(
            Result result, AllocationCycles.Run peak, AllocationCycles.Run half, double floorRate, double readP99) {
        double share = peak.rate() / floorRate;
        double halfP99 = half.toActive().percentileMillis(0.99);
        result.figure("cycles", peak.cycles())
                .figure("cycles_per_second", peak.rate())
                .figure("floor_cycles_per_second", floorRate)
                .figure("share_of_floor", share)
                .figure("peak_active_p50_ms", peak.toActive().percentileMillis(0.5))
                .figure("peak_active_p99_ms", peak.toActive().percentileMillis(0.99))
                .figure("half_rate_active_p50_ms", half.toActive().percentileMillis(0.5))
                .figure("half_rate_active_p99_ms", halfP99)
                .figure("read_p99_ms", readP99)
                .say(String.format(
                        Locale.ROOT,
                        "%.0f cycles/s, %.3f of the floor's %.0f (bar %.2f); at half of that active after p50 %.0f ms, p99"
                                + " %.0f ms (bar %.0f); reads beside the flood p99 %.1f ms (bar %.0f)",
                        peak.rate(),
                        share,
                        floorRate,
                        SHARE_OF_FLOOR_MIN,
                        half.toActive().percentileMillis(0.5),
                        halfP99,
                        ACTIVE_P99_MILLIS_MAX,
                        readP99,
                        READ_P99_MILLIS_MAX))
                .require(share >= SHARE_OF_FLOOR_MIN, "the share of the floor is too small")
                .require(halfP99 < ACTIVE_P99_MILLIS_MAX, "allocations become active too late")
                .require(readP99 < READ_P99_MILLIS_MAX, "reads suffer from creates");
    }

    /**
     * In turn in the same minutes, for this machine is not equally fast all the time. The better of two ways counts on
     * both sides: separate submissions, or one array and batches.
     */
    private static void compare(AllocationCycles cycles, Workspace workspace, Options options, Result result)
            throws Exception {
        int jobs = options.number("nodes") * GPUS_PER_NODE;
        int clients = options.number("clients");
        List<Double> fills = new ArrayList<>();
        List<Double> batches = new ArrayList<>();
        List<Double> separately = new ArrayList<>();
        List<Double> arrays = new ArrayList<>();
        Latencies single = new Latencies();
        String version;
        try (SlurmPeer slurm = SlurmPeer.start(workspace, options.number("nodes"))) {
            version = slurm.version();
            Progress.say(version + " started");
            // Batches take other ways through the code than the flood that warmed up the rest.
            for (int round = 0; round < options.number("warm-up-rounds"); round++) {
                cycles.fillInBatches(jobs, clients);
            }
            for (int round = 0; round < options.number("rounds"); round++) {
                fills.add(cycles.fill(jobs, clients));
                separately.add(slurm.submitEach(jobs, clients));
                slurm.clear();
                batches.add(cycles.fillInBatches(jobs, clients));
                arrays.add(slurm.submitArray(jobs));
                slurm.clear();
                Progress.say(String.format(
                        Locale.ROOT,
                        "separately %.0f/s and %.0f/s, together %.0f/s and %.0f/s",
                        fills.getLast(),
                        separately.getLast(),
                        batches.getLast(),
                        arrays.getLast()));
            }
            for (int n = 0; n < options.number("single"); n++) {
                single.add(slurm.submitOne().toNanos());
                slurm.clear();
            }
        }
        double fill = Median.of(fills);
        double batch = Median.of(batches);
        double each = Median.of(separately);
        double array = Median.of(arrays);
        double slurmP50 = Latencies.together(List.of(single)).percentileMillis(0.5);
        double ownP50 = (double) result.value("single_p50_ms");
        result.figure("slurm", version)
                .figure("fill_per_second", fill)
                .figure("fill_in_batches_per_second", batch)
                .figure("slurm_each_per_second", each)
                .figure("slurm_array_per_second", array)
                .figure("slurm_single_p50_ms", slurmP50)
                .say(String.format(
                        Locale.ROOT,
                        "%d of one GPU on %d nodes until all are active, medians of %d rounds in turn: %.0f/s separately"
                                + " and %.0f/s in batches, %s %.0f/s separately and %.0f/s as an array until all have"
                                + " started (bar %.0f times the better: %.1f); one alone p50 %.0f ms, Slurm %.0f ms",
                        jobs,
                        options.number("nodes"),
                        fills.size(),
                        fill,
                        batch,
                        version,
                        each,
                        array,
                        TIMES_SLURM_MIN,
                        Math.max(fill, batch) / Math.max(each, array),
                        ownP50,
                        slurmP50))
                .require(Math.max(fill, batch) >= TIMES_SLURM_MIN * Math.max(each, array), "Slurm is too close")
                .require(ownP50 < slurmP50, "Slurm is quicker when idle");
    }
}
