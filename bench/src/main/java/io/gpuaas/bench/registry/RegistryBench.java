package io.gpuaas.bench.registry;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.JvmHeap;
import io.gpuaas.bench.kit.Median;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.bench.registry.Layers.Layer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Pushes and pulls layers of an image to our registry and to Debian's docker-registry, in turn, so that noise of the
 * machine hits both; then pulls one image by many readers at once, and looks at the heap before and after.
 */
public final class RegistryBench implements Benchmark {

    private static final double RATIO_BAR = 0.6;
    private static final long MEBIBYTE = 1024 * 1024;

    /** Buffers and caches that stay between requests, beside which layers of 64 MiB are seen. */
    private static final long HEAP_GROWTH_MAX = 32 * MEBIBYTE;

    @Override
    public Options options() {
        return Options.of("pairs", "5", "layers", "16", "layer-mib", "64", "readers", "32");
    }

    private record Seconds(double push, double pull, double many) {}

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Layers layers = new Layers(Math.toIntExact(options.number("layer-mib") * MEBIBYTE));
        DebianRegistry debian = DebianRegistry.start(workspace);
        OurRegistry our = OurRegistry.start(workspace);
        try (RegistryPeer ours = our.peer();
                RegistryPeer theirs = debian.peer()) {
            List<Layer> warm = layers.fresh(2);
            measure(ours, warm, options);
            measure(theirs, warm, options);
            JvmHeap heap = new JvmHeap(our.pid());
            long before = heap.liveBytes();
            List<Seconds> mine = new ArrayList<>();
            List<Seconds> other = new ArrayList<>();
            for (int pair = 1; pair <= options.number("pairs"); pair++) {
                List<Layer> image = layers.fresh(options.number("layers"));
                // Each is first in every other pair.
                if (pair % 2 == 0) {
                    mine.add(measure(ours, image, options));
                    other.add(measure(theirs, image, options));
                } else {
                    other.add(measure(theirs, image, options));
                    mine.add(measure(ours, image, options));
                }
            }
            return report(options, mine, other, before, heap.liveBytes());
        }
    }

    private static Seconds measure(RegistryPeer peer, List<Layer> image, Options options) throws Exception {
        double push = peer.push(image);
        double pull = peer.pull(image);
        double many = peer.pullByMany(options.number("readers"), image.subList(0, 1));
        Progress.say(String.format(
                Locale.ROOT, "%s: push %.2f s, pull %.2f s, many readers %.2f s", peer.name(), push, pull, many));
        return new Seconds(push, pull, many);
    }

    private static Result report(
            Options options, List<Seconds> mine, List<Seconds> other, long heapBefore, long heapAfter) {
        double mebibytes = options.number("layers") * options.number("layer-mib");
        double readMebibytes = options.number("readers") * options.number("layer-mib");
        Result result = new Result().figure("pairs", mine.size()).figure("ratio_bar", RATIO_BAR);
        compare(
                result,
                "push",
                mebibytes,
                mine.stream().map(Seconds::push).toList(),
                other.stream().map(Seconds::push).toList());
        compare(
                result,
                "pull",
                mebibytes,
                mine.stream().map(Seconds::pull).toList(),
                other.stream().map(Seconds::pull).toList());
        compare(
                result,
                "pull by " + options.number("readers"),
                readMebibytes,
                mine.stream().map(Seconds::many).toList(),
                other.stream().map(Seconds::many).toList());
        double growth = (heapAfter - heapBefore) / (double) MEBIBYTE;
        return result.figure("heap_before_mib", heapBefore / (double) MEBIBYTE)
                .figure("heap_after_mib", heapAfter / (double) MEBIBYTE)
                .say(String.format(Locale.ROOT, "live heap %+.1f MiB", growth))
                .require(heapAfter - heapBefore <= HEAP_GROWTH_MAX, "the heap grew");
    }

    /** The ratio of a pair is decided within the pair; the median of them is what counts. */
    private static void compare(Result result, String what, double mebibytes, List<Double> mine, List<Double> other) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < mine.size(); i++) {
            ratios.add(other.get(i) / mine.get(i));
        }
        double ratio = Median.of(ratios);
        String key = what.replace(' ', '_');
        Map.of("ours", mine, "theirs", other)
                .forEach((side, seconds) ->
                        result.figure(key + "_" + side + "_mib_per_second", mebibytes / Median.of(seconds)));
        result.figure(key + "_ratio", ratio)
                .figure(key + "_ratio_least", Collections.min(ratios))
                .figure(key + "_ratio_most", Collections.max(ratios))
                .say(String.format(
                        Locale.ROOT,
                        "%s %,.0f MiB/s, %.2f of docker-registry (%.2f to %.2f), bar %.1f",
                        what,
                        mebibytes / Median.of(mine),
                        ratio,
                        Collections.min(ratios),
                        Collections.max(ratios),
                        RATIO_BAR))
                .require(ratio >= RATIO_BAR, what + " is too slow");
    }
}
