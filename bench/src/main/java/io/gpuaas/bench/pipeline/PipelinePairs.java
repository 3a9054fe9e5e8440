package io.gpuaas.bench.pipeline;

import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures the cost of limits and checks: two control planes on a database each, loaded in turn, pair after pair, so that
 * noise of the machine hits both. One is this build. The other is the build whose jar {@code GPUAAS_BENCH_BEFORE} names,
 * or, without it, this build with limits that each process keeps by itself, as they were before they were shared.
 */
final class PipelinePairs {

    /** The most that may be lost, in the middle of all pairs. */
    private static final double COST_BAR = 0.05;

    private final Workspace workspace;
    private final Database database;
    private final Options options;

    PipelinePairs(Workspace workspace, Database database, Options options) {
        this.workspace = workspace;
        this.database = database;
        this.options = options;
    }

    private record Side(String name, ControlPlaneProcess process, PipelineBench.Tenant tenant) {}

    Result run() throws Exception {
        Path jar = workspace.installation().controlPlaneJar();
        Optional<Path> older = Optional.ofNullable(System.getenv("GPUAAS_BENCH_BEFORE"))
                .filter(name -> !name.isBlank())
                .map(Path::of);
        List<String> beforeSettings = older.isPresent() ? List.of() : List.of("--gpuaas.limits.store=local");
        Side before = start("pairs_before", older.orElse(jar), beforeSettings);
        Side after = start("pairs_after", jar, List.of());
        int clients = options.numbers("clients").getFirst();
        load(before, clients, "warm", options.number("warm-up"));
        load(after, clients, "warm", options.number("warm-up"));
        List<Double> costs = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        List<Double> ratesBefore = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (int pair = 1; pair <= options.number("pairs"); pair++) {
            // Each is first in every other pair.
            Side first = pair % 2 == 0 ? before : after;
            Side second = pair % 2 == 0 ? after : before;
            ProjectLoad.Outcome one = load(first, clients, "pair" + pair, options.number("seconds"));
            ProjectLoad.Outcome other = load(second, clients, "pair" + pair, options.number("seconds"));
            ProjectLoad.Outcome was = pair % 2 == 0 ? one : other;
            ProjectLoad.Outcome is = pair % 2 == 0 ? other : one;
            errors.addAll(one.errors());
            errors.addAll(other.errors());
            rates.add(is.perSecond());
            ratesBefore.add(was.perSecond());
            costs.add(1 - is.perSecond() / was.perSecond());
            Progress.say(String.format(
                    Locale.ROOT,
                    "pair %d: before %,.0f/s, after %,.0f/s, cost %.1f %%",
                    pair,
                    was.perSecond(),
                    is.perSecond(),
                    100 * costs.getLast()));
        }
        return report(older.isPresent(), costs, ratesBefore, rates, errors);
    }

    private Side start(String name, Path jar, List<String> settings) throws Exception {
        database.create(name);
        ControlPlaneProcess process =
                new Launcher(workspace, database, name).startApart(PipelineBench.ROLES, jar, name, settings);
        return new Side(name, process, PipelineBench.Tenant.setUp(process));
    }

    private ProjectLoad.Outcome load(Side side, int clients, String name, int seconds) throws Exception {
        ProjectLoad load = new ProjectLoad(
                side.process().port(), side.tenant().requests(), side.tenant().id(), name);
        ProjectLoad.Outcome outcome = load.run(clients, Duration.ZERO, Duration.ofSeconds(seconds));
        // The other must not pay for events this one left behind.
        PipelineBench.awaitQuiet(database, side.name());
        return outcome;
    }

    private static Result report(
            boolean isOlderBuild,
            List<Double> costs,
            List<Double> ratesBefore,
            List<Double> rates,
            List<String> errors) {
        double cost = median(costs);
        double least = costs.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
        double most = costs.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        return new Result()
                .figure("before", isOlderBuild ? "the build of GPUAAS_BENCH_BEFORE" : "limits.store=local")
                .figure("pairs", costs.size())
                .figure("before_per_second", median(ratesBefore))
                .figure("after_per_second", median(rates))
                .figure("cost", cost)
                .figure("cost_least", least)
                .figure("cost_most", most)
                .figure("cost_bar", COST_BAR)
                .say(String.format(
                        Locale.ROOT,
                        "%d pairs: %,.0f POST/s before, %,.0f after; cost %.1f %% in the middle (%.1f to %.1f), bar %.0f %%",
                        costs.size(),
                        median(ratesBefore),
                        median(rates),
                        100 * cost,
                        100 * least,
                        100 * most,
                        100 * COST_BAR))
                .require(cost < COST_BAR, "limits and checks cost too much")
                .require(
                        errors.isEmpty(),
                        errors.size() + " errors, one of them "
                                + errors.stream().findFirst().orElse(""));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
