package io.gpuaas.gateway;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what this gateway does, in Prometheus' format. People, nodes and streams are never labels.
 *
 * <p>Not the Prometheus client: it refuses a gauge {@value #STREAMS} beside a counter {@value #STREAMS_TOTAL}, and both
 * names are in use.
 */
final class Metrics {

    static final String STREAMS = "gpuaas_gateway_streams";
    static final String STREAMS_TOTAL = "gpuaas_gateway_streams_total";
    static final String BYTES_TOTAL = "gpuaas_gateway_bytes_total";
    static final String FRAMES_TOTAL = "gpuaas_gateway_frames_total";
    static final String STALLS_TOTAL = "gpuaas_gateway_stalls_total";
    static final String REFUSED_TOTAL = "gpuaas_gateway_refused_total";
    static final String ENDED_TOTAL = "gpuaas_gateway_streams_ended_total";
    static final String MEETING_SECONDS = "gpuaas_gateway_meeting_seconds";
    static final String ECHO_SECONDS = "gpuaas_gateway_echo_seconds";

    private static final Map<String, String> HELP = Map.of(
            STREAMS, "Streams carried now",
            STREAMS_TOTAL, "Streams that a reader or a node joined",
            BYTES_TOTAL, "Bytes carried, by role and direction",
            FRAMES_TOTAL, "Frames carried, by role and direction",
            STALLS_TOTAL, "Times reading from one side paused because the other was slow or its credit was used up",
            REFUSED_TOTAL, "Connections refused, by door and reason",
            ENDED_TOTAL, "Streams that ended, by reason",
            MEETING_SECONDS, "Time from the first side of a stream to the second",
            ECHO_SECONDS, "Time from a key to the node's next output, as seen by the gateway");

    private final Map<String, Map<String, LongAdder>> counters = new ConcurrentHashMap<>();
    private final Map<String, Histogram> histograms =
            Map.of(MEETING_SECONDS, new Histogram(), ECHO_SECONDS, new Histogram());

    /** A counter with its labels, as {@code role="terminal"}. Their values are words of this program. */
    LongAdder counter(String name, String labels) {
        return counters.computeIfAbsent(name, made -> new ConcurrentHashMap<>())
                .computeIfAbsent(labels, made -> new LongAdder());
    }

    void refused(String door, String reason) {
        counter(REFUSED_TOTAL, "door=\"" + door + "\",reason=\"" + reason + "\"")
                .increment();
    }

    Histogram histogram(String name) {
        Histogram found = histograms.get(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no histogram " + name);
        }
        return found;
    }

    /** Writes all metrics; the caller knows how many streams of each role there are now. */
    String write(Map<String, Long> streams) {
        StringBuilder out = new StringBuilder();
        head(out, STREAMS, "gauge");
        new TreeMap<>(streams).forEach((role, count) -> series(out, STREAMS, "role=\"" + role + "\"", count));
        new TreeMap<>(counters).forEach((name, all) -> {
            head(out, name, "counter");
            new TreeMap<>(all).forEach((labels, count) -> series(out, name, labels, count.sum()));
        });
        new TreeMap<>(histograms).forEach((name, histogram) -> {
            head(out, name, "histogram");
            histogram.write(out, name);
        });
        return out.toString();
    }

    private static void head(StringBuilder out, String name, String type) {
        out.append("# HELP ").append(name).append(' ').append(HELP.get(name)).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void series(StringBuilder out, String name, String labels, long value) {
        out.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }
}
