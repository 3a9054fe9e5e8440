package io.gpuaas.bench;

import io.gpuaas.bench.ControlPlaneProcess.Launcher;
import io.gpuaas.fleet.Behaviour;
import io.gpuaas.fleet.Fleet;
import io.gpuaas.fleet.JoinTokens;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.sdk.CollectNodeLogs;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.NodeLogSource;
import io.gpuaas.sdk.NodePage;
import io.gpuaas.sdk.NodesApi.ListNodesFilter;
import io.gpuaas.sdk.PageRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Thousands of simulated nodes on one control plane: what they cost while they wait, and how long a
 * task takes to reach its node. The fleet runs in this process, on the same machine as the server.
 */
final class FleetBench implements Bench.Benchmark {

    private static final String DATABASE = "fleet_bench";
    private static final String ROLES = "api,outbox-relay,event-consumers,node-api";
    private static final long HEAP_BYTES_MAX = 1_500_000_000L;
    private static final double P99_MILLIS_MAX = 250;
    private static final double STATEMENTS_PER_HEARTBEAT_MAX = 0.02;
    private static final Duration SETTLE = Duration.ofSeconds(20);

    @Override
    public Options options() {
        return Options.of("nodes", "5000", "idle-seconds", "40", "tasks-per-second", "100", "task-seconds", "20");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        Launcher launcher = new Launcher(workspace, database, DATABASE);
        Map<TaskId, Long> received = new ConcurrentHashMap<>();
        try (ControlPlaneProcess server = launcher.startWithNodes(ROLES)) {
            GpuaasClient client =
                    GpuaasClient.connect(URI.create("http://127.0.0.1:" + server.port()), server.firstLoginToken());
            widenLimits(server);
            URI dialled = URI.create("https://127.0.0.1:" + server.nodePort());
            try (Fleet fleet = new Fleet(dialled, Behaviour.PROMPT, received::put)) {
                Result result = new Result().figure("postgresql", database.version());
                join(fleet, client, options.number("nodes"), result);
                Thread.sleep(SETTLE);
                ServerFigures figures = new ServerFigures(server.pid(), server.nodePort());
                StatementLog statements = new StatementLog(workspace, database, DATABASE);
                idle(fleet, figures, statements, Duration.ofSeconds(options.number("idle-seconds")), result);
                dispatch(client, received, options, result);
                result.figure("errors", fleet.counts().errors.sum())
                        .require(
                                fleet.counts().refusedTasks.sum() == 0,
                                fleet.counts().refusedTasks.sum() + " tasks had a wrong signature");
                return result;
            }
        }
    }

    private static void widenLimits(ControlPlaneProcess server) throws IOException {
        ApiRequests requests = new ApiRequests(server.firstLoginToken());
        try (HttpConnection connection = new HttpConnection(server.port())) {
            for (String lane : List.of("default", "admin")) {
                connection.exchange(
                        requests.setGlobalPolicy("rate_limit." + lane + "_requests_per_minute", "100000000"));
            }
        }
    }

    private static void join(Fleet fleet, GpuaasClient client, int nodes, Result result) throws Exception {
        long began = System.nanoTime();
        fleet.join(JoinTokens.create(client, nodes), Duration.ofMinutes(20));
        double seconds = (System.nanoTime() - began) / 1e9;
        Bench.progress(String.format(Locale.ROOT, "%d nodes joined in %.1f s", fleet.size(), seconds));
        result.figure("nodes", fleet.size()).figure("join_seconds", seconds);
    }

    /** Nobody asks for anything: nodes poll and beat. */
    private static void idle(Fleet fleet, ServerFigures figures, StatementLog statements, Duration time, Result result)
            throws Exception {
        long beatsBefore = fleet.counts().heartbeats.sum();
        long bodyBefore = fleet.counts().heartbeatBytes.sum();
        Duration cpuBefore = figures.cpu();
        long bytesBefore = figures.nodeBytes();
        statements.on();
        Thread.sleep(time);
        statements.off();
        double beats = fleet.counts().heartbeats.sum() - beatsBefore;
        double cpu = figures.cpu().minus(cpuBefore).toMillis() / (double) time.toMillis();
        double bytes = (figures.nodeBytes() - bytesBefore) / beats;
        double body = (fleet.counts().heartbeatBytes.sum() - bodyBefore) / beats;
        double ofNodes = statements.count(line -> line.contains("nodes.")) / beats;
        double ofAll = statements.count(line -> true) / beats;
        long heap = figures.heapBytes();
        long live = figures.liveHeapBytes();
        result.figure("idle_cpu_cores", cpu)
                .figure("heartbeats_per_second", beats / time.toSeconds())
                .figure("wire_bytes_per_heartbeat", bytes)
                .figure("body_bytes_per_heartbeat", body)
                .figure("statements_per_heartbeat", ofNodes)
                .figure("all_statements_per_heartbeat", ofAll)
                .figure("heap_bytes", heap)
                .figure("live_heap_bytes", live)
                .say(String.format(
                        Locale.ROOT,
                        "%d nodes idle: %.2f cores, heap %,d MB in use (%,d MB live), %.0f heartbeats/s, each %,.0f bytes"
                                + " on the wire and %.4f statements (%.4f with everything else the server does)",
                        fleet.size(),
                        cpu,
                        heap / 1_000_000,
                        live / 1_000_000,
                        beats / time.toSeconds(),
                        bytes,
                        ofNodes,
                        ofAll))
                .require(heap < HEAP_BYTES_MAX, "the heap is too large")
                .require(ofNodes <= STATEMENTS_PER_HEARTBEAT_MAX, "heartbeats cost too many statements");
        Bench.progress("idle part done");
    }

    /** Tasks at an even pace, whether or not the earlier ones have arrived. */
    private static void dispatch(GpuaasClient client, Map<TaskId, Long> received, Options options, Result result)
            throws Exception {
        List<NodeId> nodes = nodes(client);
        Map<TaskId, Long> asked = new ConcurrentHashMap<>();
        AtomicInteger failed = new AtomicInteger();
        Random random = new Random(1);
        int rate = options.number("tasks-per-second");
        long total = (long) rate * options.number("task-seconds");
        try (ScheduledExecutorService clients = Executors.newScheduledThreadPool(16)) {
            for (int n = 0; n < total; n++) {
                NodeId node = nodes.get(random.nextInt(nodes.size()));
                var _ = clients.schedule(
                        () -> ask(client, node, asked, failed), n * 1_000_000L / rate, TimeUnit.MICROSECONDS);
            }
        }
        Waiting.until(
                "the last tasks to arrive",
                Duration.ofSeconds(60),
                Duration.ofMillis(100),
                () -> received.keySet().containsAll(asked.keySet()));
        Latencies latencies = new Latencies();
        asked.forEach((task, at) -> latencies.add(received.getOrDefault(task, Long.MAX_VALUE) - at));
        Latencies sorted = Latencies.together(List.of(latencies));
        double p50 = sorted.percentileMillis(0.5);
        double p99 = sorted.percentileMillis(0.99);
        result.figure("tasks", asked.size())
                .figure("dispatch_p50_ms", p50)
                .figure("dispatch_p99_ms", p99)
                .figure("dispatch_max_ms", sorted.percentileMillis(1))
                .say(String.format(
                        Locale.ROOT,
                        "%d tasks at %d/s from the request to the node: p50 %.1f ms, p99 %.1f ms (bar %.0f)",
                        asked.size(),
                        rate,
                        p50,
                        p99,
                        P99_MILLIS_MAX))
                .require(failed.get() == 0, failed.get() + " tasks were refused")
                .require(p99 < P99_MILLIS_MAX, "tasks reach their nodes too late");
    }

    private static void ask(GpuaasClient client, NodeId node, Map<TaskId, Long> asked, AtomicInteger failed) {
        long at = System.nanoTime();
        try {
            CollectNodeLogs logs = new CollectNodeLogs(List.of(NodeLogSource.AGENT), null);
            asked.put(client.nodes().collectNodeLogs(node, logs).id(), at);
        } catch (RuntimeException e) {
            if (failed.getAndIncrement() == 0) {
                Bench.progress("a task was refused: " + e.getMessage());
            }
        }
    }

    private static List<NodeId> nodes(GpuaasClient client) {
        List<NodeId> ids = new ArrayList<>();
        String cursor = null;
        do {
            NodePage page = client.nodes().listNodes(ListNodesFilter.none(), new PageRequest(200, cursor));
            page.items().forEach(node -> ids.add(node.id()));
            cursor = page.nextCursor();
        } while (cursor != null);
        return ids;
    }
}
