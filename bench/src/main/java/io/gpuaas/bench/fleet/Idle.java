package io.gpuaas.bench.fleet;

import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.fleet.Fleet;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;

/** Measures the server's cost of an idle fleet, whose nodes only poll and send heartbeats. */
record Idle(Fleet fleet, ServerFigures figures, StatementLog statements, double statementsWithoutNodes) {

    private static final long HEAP_BYTES_MAX = 1_500_000_000L;
    private static final double STATEMENTS_PER_HEARTBEAT_MAX = 0.02;

    void measure(Duration time, Result result) throws Exception {
        long beatsBefore = fleet.counts().heartbeats.sum();
        long bodyBefore = fleet.counts().heartbeatBytes.sum();
        long ofNodesBefore = statements.count(Idle::isOfNodes);
        long ofAllBefore = statements.count(line -> true);
        Duration cpuBefore = figures.cpu();
        long bytesBefore = figures.nodeBytes();
        statements.on();
        Thread.sleep(time);
        statements.off();
        double beats = fleet.counts().heartbeats.sum() - beatsBefore;
        double cpu = figures.cpu().minus(cpuBefore).toMillis() / (double) time.toMillis();
        double bytes = (figures.nodeBytes() - bytesBefore) / beats;
        double body = (fleet.counts().heartbeatBytes.sum() - bodyBefore) / beats;
        double ofNodes = (statements.count(Idle::isOfNodes) - ofNodesBefore) / beats;
        double ofAll = (statements.count(line -> true) - ofAllBefore) / beats;
        double more = ofAll - statementsWithoutNodes * time.toSeconds() / beats;
        long heap = figures.heap().usedBytes();
        long live = figures.heap().liveBytes();
        result.figure("idle_cpu_cores", cpu)
                .figure(
                        "idle_load_average",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage())
                .figure("heartbeats_per_second", beats / time.toSeconds())
                .figure("wire_bytes_per_heartbeat", bytes)
                .figure("body_bytes_per_heartbeat", body)
                .figure("statements_per_heartbeat", ofNodes)
                .figure("statements_per_heartbeat_more_than_without_nodes", more)
                .figure("all_statements_per_heartbeat", ofAll)
                .figure("heap_bytes_with_garbage", heap)
                .figure("heap_bytes_after_gc", live)
                .say(String.format(
                        Locale.ROOT,
                        "idle: %.2f cores, heap %,d MB in use after GC (%,d MB with garbage; bar %,d) %s, %.0f"
                                + " heartbeats/s, each %,.0f bytes on the wire (%,.0f of them its body) and %.4f"
                                + " statements (bar %.2f) %s",
                        cpu,
                        live / 1_000_000,
                        heap / 1_000_000,
                        HEAP_BYTES_MAX / 1_000_000,
                        Result.verdict(live < HEAP_BYTES_MAX),
                        beats / time.toSeconds(),
                        bytes,
                        body,
                        ofNodes,
                        STATEMENTS_PER_HEARTBEAT_MAX,
                        Result.verdict(ofNodes <= STATEMENTS_PER_HEARTBEAT_MAX)))
                .require(live < HEAP_BYTES_MAX, "the heap is too large")
                .require(ofNodes <= STATEMENTS_PER_HEARTBEAT_MAX, "heartbeats cost too many statements");
        Progress.say(String.format(
                Locale.ROOT,
                "idle part done: %.2f cores, %,d MB live, %.4f statements",
                cpu,
                live / 1_000_000,
                ofNodes));
    }

    /** Matches statements on the tables of nodes, and notifications about their work. */
    private static boolean isOfNodes(String line) {
        return line.contains("nodes.") || line.contains("pg_notify");
    }
}
