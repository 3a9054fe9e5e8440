package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Machine;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.CommandClient;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.SetPolicy;
import io.gpuaas.sdk.StartCommand;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The time until {@code true} has run and its exit code is here: ours from a client that is connected and warm, and
 * {@code ssh host true} over a master connection that exists. In turn, so that both meet the same machine.
 */
public final class ExecBench implements Benchmark {

    private static final double RATIO_MAX = 3;
    private static final Duration REST_MAX = Duration.ofMinutes(2);
    private static final List<String> PROGRAM = List.of("true");

    @Override
    public Options options() {
        return Options.of("runs", "200", "warm-up-runs", "100");
    }

    /** Runs the program and returns its exit code. */
    private interface Way {
        int run() throws Exception;
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        RunningProduct product = RunningProduct.start(workspace);
        GpuaasClient client = product.client();
        ProjectId project = product.project(client);
        client.policies().setProjectPolicy(project, "command.starts_per_minute", new SetPolicy("6000", null));
        AllocationId allocation = product.allocate(client);
        try (SshServer server = SshServer.start(workspace);
                HttpClient http = HttpClient.newHttpClient()) {
            Path control = server.folder().resolve("master");
            List<String> over = List.of("-o", "ControlPath=" + control);
            Process master =
                    new ProcessBuilder(server.client(List.of("-M", "-N", "-o", "ControlPath=" + control))).start();
            SshServer.run(server.client(List.of("-o", "ControlPath=" + control, "-o", "ConnectionAttempts=5"), "true")
                    .toArray(String[]::new));
            List<String> ssh = server.client(over, "true");
            Way ours = () -> exec(client, http, project, allocation);
            Way theirs = () -> ssh(ssh);
            Machine.awaitRest(REST_MAX);
            Latencies execs = new Latencies();
            Latencies sshs = new Latencies();
            int warmUp = options.number("warm-up-runs");
            for (int i = 0; i < warmUp + options.number("runs"); i++) {
                if (i == warmUp) {
                    Progress.say("warm");
                }
                measure(ours, i < warmUp ? new Latencies() : execs);
                measure(theirs, i < warmUp ? new Latencies() : sshs);
            }
            master.destroy();
            long ended = client
                    .commands()
                    .listCommands(project, allocation, PageRequest.ofSize(PageRequest.LIMIT_MAX))
                    .items()
                    .stream()
                    .filter(command -> Objects.equals(command.exitCode(), 0))
                    .count();
            return judge(Latencies.together(List.of(execs)), Latencies.together(List.of(sshs)), ended);
        }
    }

    private static void measure(Way way, Latencies into) throws Exception {
        long began = System.nanoTime();
        int code = way.run();
        into.add(System.nanoTime() - began);
        if (code != 0) {
            throw new IllegalStateException("true ended with " + code);
        }
    }

    private static int exec(GpuaasClient client, HttpClient http, ProjectId project, AllocationId allocation)
            throws IOException, InterruptedException {
        try (CommandClient command = new CommandClient(http, (stream, bytes, from, count) -> {})) {
            CommandClient.Ending ending = command.carry(
                    client.commands().startCommand(project, allocation, new StartCommand(PROGRAM, null, null, null)));
            return Objects.requireNonNull(ending.exitCode(), ending.reason());
        }
    }

    private static int ssh(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static Result judge(Latencies execs, Latencies sshs, long ended) {
        double ours = execs.percentileMillis(0.5);
        double theirs = sshs.percentileMillis(0.5);
        double ratio = ours / theirs;
        return new Result()
                .figure("exec_p50_ms", ours)
                .figure("exec_p90_ms", execs.percentileMillis(0.9))
                .figure("exec_p99_ms", execs.percentileMillis(0.99))
                .figure("ssh_p50_ms", theirs)
                .figure("ssh_p90_ms", sshs.percentileMillis(0.9))
                .figure("ssh_p99_ms", sshs.percentileMillis(0.99))
                .figure("ratio_p50", ratio)
                .figure("commands_listed_as_exited", ended)
                .say(String.format(
                        Locale.ROOT,
                        "exec of true p50 %.1f ms, p99 %.1f ms; ssh over a master connection p50 %.1f ms, p99 %.1f ms;"
                                + " %.1f times, bar %.0f: %s",
                        ours,
                        execs.percentileMillis(0.99),
                        theirs,
                        sshs.percentileMillis(0.99),
                        ratio,
                        RATIO_MAX,
                        Result.verdict(ratio <= RATIO_MAX)))
                .require(ratio <= RATIO_MAX, "exec takes longer than three times ssh");
    }
}
