package io.gpuaas.cli;

import io.gpuaas.sdk.AllocationTelemetry;
import io.gpuaas.sdk.GpuPoint;
import io.gpuaas.sdk.GpuSeries;
import io.gpuaas.sdk.NodePoint;
import io.gpuaas.sdk.NodeTelemetry;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The figures of a node or an allocation for people: rounded, in the units they think in, newest last. Pure. */
final class TelemetryPage {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final double GIB = 1L << 30;

    private TelemetryPage() {}

    static List<String> of(NodeTelemetry telemetry) {
        List<String> lines = new ArrayList<>();
        lines.add("A point for " + telemetry.stepSeconds() + " s each; times are UTC.");
        lines.add("");
        lines.add("Node");
        lines.add("  TIME      LOAD   MEMORY");
        for (NodePoint point : telemetry.node()) {
            lines.add("  " + TIME.format(point.at()) + number(point.load1(), "%6.2f")
                    + number(gib(point.memoryUsedBytes()), "%7.1f GiB"));
        }
        telemetry.gpus().forEach(gpu -> addGpu(gpu, lines));
        return lines;
    }

    static List<String> of(AllocationTelemetry telemetry) {
        if (telemetry.gpus().isEmpty()) {
            return List.of("No GPU was held as a whole, so none is measured for it alone.");
        }
        List<String> lines = new ArrayList<>();
        lines.add("A point for " + telemetry.stepSeconds() + " s each; times are UTC.");
        telemetry.gpus().forEach(gpu -> addGpu(gpu, lines));
        return lines;
    }

    private static void addGpu(GpuSeries gpu, List<String> lines) {
        lines.add("");
        lines.add("GPU " + Words.printable(gpu.uuid()));
        lines.add("  TIME       BUSY   MEMORY   TEMP   POWER");
        for (GpuPoint point : gpu.points()) {
            lines.add("  " + TIME.format(point.at())
                    + number(point.utilizationPercent(), "%5.0f %%")
                    + number(gib(point.memoryUsedBytes()), "%6.1f GiB")
                    + number(point.temperatureCelsius(), "%4.0f °C")
                    + number(point.powerWatts(), "%6.0f W"));
        }
    }

    private static @Nullable Double gib(@Nullable Double bytes) {
        return bytes == null ? null : bytes / GIB;
    }

    /** As wide with no value as with one. */
    private static String number(@Nullable Double value, String format) {
        String shown = String.format(Locale.ROOT, format, value == null ? 0.0 : value);
        return value == null ? " ".repeat(shown.length() - 1) + "-" : shown;
    }
}
