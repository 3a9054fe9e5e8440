package io.gpuaas.bench;

import java.io.IOException;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Runs the benchmark named first on the command line: one line to standard output, all figures to a file. */
public final class Bench {

    private static final int EXIT_MISSED = 1;
    private static final int EXIT_USAGE = 2;
    private static final Map<String, Benchmark> BENCHMARKS = new TreeMap<>(Map.ofEntries(
            Map.entry("agent", new AgentBench()),
            Map.entry("allocations", new AllocationsBench()),
            Map.entry("allocations-kill", new AllocationsKillBench()),
            Map.entry("allocations-temporal", new AllocationsTemporalBench()),
            Map.entry("auth", new AuthBench()),
            Map.entry("billing", new BillingBench()),
            Map.entry("cli", new CliBench()),
            Map.entry("console", new ConsoleBench()),
            Map.entry("fleet", new FleetBench()),
            Map.entry("fleet-kill", new FleetKillBench()),
            Map.entry("outbox", new OutboxBench()),
            Map.entry("pipeline", new PipelineBench()),
            Map.entry("placement", new PlacementBench()),
            Map.entry("terminal", new TerminalBench()),
            Map.entry("terminal-kill", new TerminalKillBench()),
            Map.entry("terminal-sessions", new TerminalSessionsBench())));

    private static final long BEGAN = System.nanoTime();

    private Bench() {}

    /** One benchmark: what it accepts, and how it runs in a workspace of its own. */
    interface Benchmark {

        Options options();

        Result run(Workspace workspace, Options options) throws Exception;
    }

    public static void main(String[] arguments) {
        System.setProperty("logback.configurationFile", "bench-logback.xml");
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> arguments) {
        Benchmark benchmark = arguments.isEmpty() ? null : BENCHMARKS.get(arguments.getFirst());
        if (benchmark == null) {
            return refuse("there is no such benchmark");
        }
        Options options;
        try {
            options = benchmark.options().read(arguments.subList(1, arguments.size()));
        } catch (IllegalArgumentException e) {
            return refuse(String.valueOf(e.getMessage()));
        }
        return measure(arguments.getFirst(), benchmark, options);
    }

    private static int refuse(String reason) {
        System.err.println("bench: " + reason + "; there are:");
        BENCHMARKS.forEach((name, one) -> System.err.println("  " + name + one.options()));
        return EXIT_USAGE;
    }

    private static int measure(String name, Benchmark benchmark, Options options) {
        try {
            Installation installation = Installation.ofThisProgram();
            Machine machine = Machine.look();
            Result result;
            try (Workspace workspace = Workspace.create(installation)) {
                result = benchmark.run(workspace, options);
            }
            result.write(name, installation, machine, options, Clock.systemUTC().instant());
            System.out.println("bench " + name + ": " + result.line());
            return result.passed() ? 0 : EXIT_MISSED;
        } catch (Exception e) {
            System.err.println("bench " + name + " could not finish: " + e);
            Arrays.stream(e.getStackTrace()).limit(12).forEach(frame -> System.err.println("    at " + frame));
            return EXIT_MISSED;
        }
    }

    /** Tells whoever waits how far it is. */
    static void progress(String text) {
        System.err.printf(Locale.ROOT, "  %6.1f s  %s%n", (System.nanoTime() - BEGAN) / 1e9, text);
    }

    static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    /** Reads a file's lines that say something about a failure. */
    static String tail(java.nio.file.Path log, int lines) throws IOException {
        List<String> all = java.nio.file.Files.readAllLines(log);
        return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }
}
