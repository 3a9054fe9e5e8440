package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.controlplane.inventory.PlacementLoad;
import java.util.List;
import java.util.Locale;

/** How long deciding takes in a large, three quarters full fleet, beside a small one and a look at every host. */
public final class PlacementBench implements Benchmark {

    private static final double P99_MILLIS_MAX = 1;
    private static final int SMALLER = 10;
    private static final int SCANS = 200;
    private static final long SEED = 7;

    @Override
    public Options options() {
        return Options.of("nodes", "10000", "decisions", "200000", "warm-up", "50000");
    }

    private record Measured(Latencies decisions, Latencies changes) {}

    @Override
    public Result run(Workspace workspace, Options options) {
        int nodes = options.number("nodes");
        Progress.say("a fleet of " + nodes / SMALLER + " nodes");
        Measured small = measure(new PlacementLoad(nodes / SMALLER, SEED), options);
        Progress.say("a fleet of " + nodes + " nodes");
        PlacementLoad load = new PlacementLoad(nodes, SEED);
        Measured large = measure(load, options);
        Latencies scans = new Latencies();
        for (int i = 0; i < SCANS; i++) {
            scans.add(load.scanNanos());
        }
        double p50 = large.decisions().percentileMillis(0.5);
        double p99 = large.decisions().percentileMillis(0.99);
        double scan = Latencies.together(List.of(scans)).percentileMillis(0.5);
        return new Result()
                .figure("nodes", nodes)
                .figure("gpus", nodes * 8)
                .figure("filling", load.filling())
                .figure("decisions", large.decisions().count())
                .figure("refused", load.refused())
                .figure("decision_p50_ms", p50)
                .figure("decision_p99_ms", p99)
                .figure("decision_p999_ms", large.decisions().percentileMillis(0.999))
                .figure("change_p50_ms", large.changes().percentileMillis(0.5))
                .figure("change_p99_ms", large.changes().percentileMillis(0.99))
                .figure("tenth_of_nodes_decision_p50_ms", small.decisions().percentileMillis(0.5))
                .figure("tenth_of_nodes_decision_p99_ms", small.decisions().percentileMillis(0.99))
                .figure("look_at_every_host_p50_ms", scan)
                .say(String.format(
                        Locale.ROOT,
                        "%d nodes x 8 GPUs: decision p50 %.4f ms, p99 %.4f ms (a tenth of the nodes: p99 %.4f ms; looking at every host: %.3f ms)",
                        nodes,
                        p50,
                        p99,
                        small.decisions().percentileMillis(0.99),
                        scan))
                .require(p99 < P99_MILLIS_MAX, "p99 " + p99 + " ms is over " + P99_MILLIS_MAX);
    }

    private static Measured measure(PlacementLoad load, Options options) {
        for (int i = 0; i < options.number("warm-up"); i++) {
            load.step(nanos -> {}, nanos -> {});
        }
        Latencies decisions = new Latencies();
        Latencies changes = new Latencies();
        for (int i = 0; i < options.number("decisions"); i++) {
            load.step(decisions::add, changes::add);
        }
        return new Measured(Latencies.together(List.of(decisions)), Latencies.together(List.of(changes)));
    }
}
