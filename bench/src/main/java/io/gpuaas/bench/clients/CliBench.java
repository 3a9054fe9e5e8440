package io.gpuaas.bench.clients;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.LogTail;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The installed command line, cold each time, as hyperfine measures it: with what its rehearsal left, and without. The
 * listing is answered by the real product.
 */
public final class CliBench implements Benchmark {

    private static final double SECONDS_MAX = 0.4;

    @Override
    public Options options() {
        return Options.of("runs", "20");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        RunningProduct product = RunningProduct.start(workspace);
        Path rehearsed = install(product, workspace, "rehearsed");
        Path plain = install(product, workspace, "plain");
        Files.delete(plain.resolve("lib/gpuaas/gpuaas-cli.aot"));
        Progress.say("measuring");
        List<Cold> colds = measure(product, workspace, options.number("runs"), List.of(rehearsed, plain));
        return result(colds);
    }

    private static Path install(RunningProduct product, Workspace workspace, String name) throws Exception {
        Path prefix = workspace.directory().resolve(name);
        product.gpuaas("install-cli", "--prefix", prefix.toString());
        return prefix;
    }

    /** Seconds of the clock, and of processors: the latter tell the same on a busy machine. */
    private record Cold(double median, double best, double processor) {}

    private static List<Cold> measure(RunningProduct product, Workspace workspace, int runs, List<Path> prefixes)
            throws Exception {
        Path json = workspace.directory().resolve("hyperfine.json");
        List<String> words = new ArrayList<>(List.of(
                "hyperfine",
                "--shell=none",
                "--warmup",
                "3",
                "--runs",
                String.valueOf(runs),
                "--export-json",
                json.toString()));
        for (Path prefix : prefixes) {
            words.add(prefix.resolve("bin/gpuaas") + " --version");
            words.add(prefix.resolve("bin/gpuaas") + " allocations list");
        }
        Path log = workspace.directory().resolve("hyperfine.log");
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile());
        GpuaasClient client = product.client();
        builder.environment().put("GPUAAS_SERVER", product.url());
        builder.environment().put("GPUAAS_TOKEN", product.token());
        builder.environment().put("GPUAAS_PROJECT", product.project(client).toString());
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException("hyperfine failed: " + LogTail.read(log, 10));
        }
        return read(json);
    }

    private static List<Cold> read(Path json) throws IOException {
        List<Cold> colds = new ArrayList<>();
        for (JsonNode one : JsonMapper.shared().readTree(Files.readString(json)).path("results")) {
            colds.add(new Cold(
                    one.path("median").asDouble(),
                    one.path("min").asDouble(),
                    one.path("user").asDouble() + one.path("system").asDouble()));
        }
        return colds;
    }

    private static Result result(List<Cold> colds) {
        Result result = new Result();
        List<String> names = List.of("version", "list", "version_plain", "list_plain");
        for (int i = 0; i < names.size(); i++) {
            Cold cold = colds.get(i);
            result.figure(names.get(i) + "_seconds_median", cold.median())
                    .figure(names.get(i) + "_seconds_best", cold.best())
                    .figure(names.get(i) + "_processor_seconds", cold.processor());
        }
        return result.say("gpuaas --version " + told(colds.get(0)) + ", without its cache " + told(colds.get(2))
                        + String.format(Locale.ROOT, " (bar %.1f s)", SECONDS_MAX))
                .say("gpuaas allocations list " + told(colds.get(1)) + ", without its cache " + told(colds.get(3)))
                .require(colds.get(0).median() < SECONDS_MAX, "the command line starts too slowly")
                .require(colds.get(1).median() < SECONDS_MAX, "a listing takes too long");
    }

    private static String told(Cold cold) {
        return String.format(
                Locale.ROOT, "%.2f s (best %.2f, %.2f s of processors)", cold.median(), cold.best(), cold.processor());
    }
}
