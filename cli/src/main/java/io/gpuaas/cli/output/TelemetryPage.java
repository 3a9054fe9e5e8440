package io.gpuaas.cli.output;

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

/** Renders telemetry of a node or an allocation as text, rounded and in common units, newest last. Pure. */
public final class TelemetryPage {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final double GIB = 1L << 30;

    private TelemetryPage() {}

    public static List<String> of(NodeTelemetry telemetry) {
        List<String> lines = new ArrayList<>();
        lines.add("One row per " + telemetry.stepSeconds() + " s; times in UTC.");
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

    public static List<String> of(AllocationTelemetry telemetry) {
        if (telemetry.gpus().isEmpty()) {
            return List.of(
                    "No metrics: the allocation held no whole GPU, and parts of a GPU are not measured separately.");
        }
        List<String> lines = new ArrayList<>();
        lines.add("One row per " + telemetry.stepSeconds() + " s; times in UTC.");
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

    /** Formats a value, or a dash of the same width if there is none. */
    private static String number(@Nullable Double value, String format) {
        String shown = String.format(Locale.ROOT, format, value == null ? 0.0 : value);
        return value == null ? " ".repeat(shown.length() - 1) + "-" : shown;
    }
}
