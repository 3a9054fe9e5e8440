package io.gpuaas.bench.clients;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.LogTail;
import io.gpuaas.bench.kit.Median;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How soon people see something of the console: the largest paint, in Chromium, on this machine. */
public final class ConsoleBench implements Benchmark {

    private static final double PAINT_MILLIS_MAX = 1_500;

    @Override
    public Options options() {
        return Options.of("visits", "7");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        RunningProduct product = RunningProduct.start(workspace);
        Progress.say("measuring");
        JsonNode paints = JsonMapper.shared().readTree(visit(product, workspace, options.number("visits")));
        double signIn = median(paints.path("sign_in_cold"), "largest");
        double cold = median(paints.path("dashboard_cold"), "largest");
        double coldFirst = median(paints.path("dashboard_cold"), "first");
        double warm = median(paints.path("dashboard_warm"), "largest");
        return new Result()
                .figure("sign_in_cold_ms", signIn)
                .figure("dashboard_cold_ms", cold)
                .figure("dashboard_cold_first_ms", coldFirst)
                .figure("dashboard_warm_ms", warm)
                .say(String.format(
                        Locale.ROOT,
                        "largest paints, medians of %d visits: sign-in %.0f ms and dashboard %.0f ms with nothing in the"
                                + " cache (first paint %.0f, largest %s), dashboard %.0f ms with it (bar %.0f each)",
                        options.number("visits"),
                        signIn,
                        cold,
                        coldFirst,
                        paints.path("dashboard_cold").path(0).path("element").asString(),
                        warm,
                        PAINT_MILLIS_MAX))
                .require(Math.max(signIn, Math.max(cold, warm)) < PAINT_MILLIS_MAX, "people wait too long");
    }

    private static String visit(RunningProduct product, Workspace workspace, int visits) throws Exception {
        Path folder = workspace.directory();
        Path output = folder.resolve("paints.json");
        Path log = folder.resolve("paints.log");
        ProcessBuilder builder = new ProcessBuilder(
                        "node",
                        workspace
                                .installation()
                                .root()
                                .resolve("console/browser/measure-paints.mjs")
                                .toString())
                .redirectOutput(output.toFile())
                .redirectError(log.toFile());
        builder.environment().put("GPUAAS_URL", product.url());
        builder.environment().put("GPUAAS_LOGIN", product.firstLogin().toString());
        builder.environment().put("GPUAAS_SHOTS", folder.resolve("shots").toString());
        builder.environment().put("GPUAAS_VISITS", String.valueOf(visits));
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException("the browser failed: " + LogTail.read(log, 10));
        }
        return Files.readString(output);
    }

    private static double median(JsonNode paints, String which) {
        List<Double> values = new ArrayList<>();
        paints.forEach(paint -> values.add(paint.path(which).asDouble()));
        return Median.of(values);
    }
}
