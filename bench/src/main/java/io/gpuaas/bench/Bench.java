package io.gpuaas.bench;

import io.gpuaas.bench.allocations.AllocationsBench;
import io.gpuaas.bench.allocations.AllocationsKillBench;
import io.gpuaas.bench.allocations.AllocationsTemporalBench;
import io.gpuaas.bench.allocations.PlacementBench;
import io.gpuaas.bench.billing.BillingBench;
import io.gpuaas.bench.clients.CliBench;
import io.gpuaas.bench.clients.ConsoleBench;
import io.gpuaas.bench.events.OutboxBench;
import io.gpuaas.bench.fleet.AgentBench;
import io.gpuaas.bench.fleet.FleetBench;
import io.gpuaas.bench.fleet.FleetKillBench;
import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.Installation;
import io.gpuaas.bench.kit.Machine;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.bench.pipeline.AuthBench;
import io.gpuaas.bench.pipeline.PipelineBench;
import io.gpuaas.bench.registry.RegistryBench;
import io.gpuaas.bench.terminal.CommandKillBench;
import io.gpuaas.bench.terminal.ExecBench;
import io.gpuaas.bench.terminal.TerminalBench;
import io.gpuaas.bench.terminal.TerminalKillBench;
import io.gpuaas.bench.terminal.TerminalSessionsBench;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
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
            Map.entry("command-kill", new CommandKillBench()),
            Map.entry("exec", new ExecBench()),
            Map.entry("fleet", new FleetBench()),
            Map.entry("fleet-kill", new FleetKillBench()),
            Map.entry("outbox", new OutboxBench()),
            Map.entry("pipeline", new PipelineBench()),
            Map.entry("placement", new PlacementBench()),
            Map.entry("registry", new RegistryBench()),
            Map.entry("terminal", new TerminalBench()),
            Map.entry("terminal-kill", new TerminalKillBench()),
            Map.entry("terminal-sessions", new TerminalSessionsBench())));

    private Bench() {}

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
}
