package io.gpuaas.bench.fleet;

import io.gpuaas.bench.kit.ApiRequests;
import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.HttpConnection;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.fleet.Behaviour;
import io.gpuaas.fleet.Fleet;
import io.gpuaas.fleet.JoinTokens;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.NodePage;
import io.gpuaas.sdk.NodesApi.ListNodesFilter;
import io.gpuaas.sdk.PageRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Thousands of simulated nodes on one control plane: what they cost while they wait, and how long a
 * task takes to reach its node. The fleet runs in this process, on the same machine as the server.
 */
public final class FleetBench implements Benchmark {

    private static final String DATABASE = "fleet_bench";
    private static final String ROLES = "api,outbox-relay,event-consumers,node-api";
    private static final Duration SETTLE = Duration.ofSeconds(20);
    private static final Duration EMPTY = Duration.ofSeconds(10);
    private static final Duration JOIN_PATIENCE = Duration.ofMinutes(30);

    @Override
    public Options options() {
        return Options.of(
                "nodes",
                "5000",
                "idle-seconds",
                "40",
                "tasks-per-second",
                "100",
                "warm-up-seconds",
                "120",
                "task-seconds",
                "20");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Database database = Database.start(workspace);
        database.create(DATABASE);
        Launcher launcher = new Launcher(workspace, database, DATABASE);
        try (ControlPlaneProcess server = launcher.startWithNodes(ROLES)) {
            return run(workspace, database, server, options);
        }
    }

    /** When the server has died, that is what is wrong, not what failed because of it. */
    private static Result run(Workspace workspace, Database database, ControlPlaneProcess server, Options options)
            throws Exception {
        try {
            return measure(workspace, database, server, options);
        } catch (Exception e) {
            server.requireAlive();
            throw e;
        }
    }

    private static Result measure(Workspace workspace, Database database, ControlPlaneProcess server, Options options)
            throws Exception {
        Map<TaskId, Long> received = new ConcurrentHashMap<>();
        GpuaasClient client =
                GpuaasClient.connect(URI.create("http://127.0.0.1:" + server.port()), server.firstLoginToken());
        widenLimits(server);
        URI dialled = URI.create("https://127.0.0.1:" + server.nodePort());
        try (Fleet fleet = new Fleet(dialled, Behaviour.PROMPT, received::put)) {
            Result result = new Result().figure("postgresql", database.version());
            StatementLog statements = new StatementLog(workspace, database, DATABASE);
            double withoutNodes = statementsPerSecond(statements, EMPTY);
            join(fleet, client, options.number("nodes"), result);
            Thread.sleep(SETTLE);
            ServerFigures figures = new ServerFigures(server.pid(), server.nodePort());
            Idle idle = new Idle(fleet, figures, statements, withoutNodes);
            idle.measure(Duration.ofSeconds(options.number("idle-seconds")), result);
            try (Connection connection = database.connect(DATABASE)) {
                new Dispatching(client, nodes(client), received, connection, options.number("tasks-per-second"))
                        .measure(options.number("warm-up-seconds"), options.number("task-seconds"), result);
            }
            result.figure("load_average_after", load())
                    .figure("errors", fleet.counts().errors.sum())
                    .require(
                            fleet.counts().enrolled.sum() == options.number("nodes"),
                            "only " + fleet.counts().enrolled.sum() + " nodes joined")
                    .require(
                            fleet.counts().refusedTasks.sum() == 0,
                            fleet.counts().refusedTasks.sum() + " tasks had a wrong signature");
            return result;
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

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** Measures the server's own statements before the first node joins. */
    private static double statementsPerSecond(StatementLog statements, Duration time) throws Exception {
        Thread.sleep(EMPTY);
        statements.on();
        Thread.sleep(time);
        statements.off();
        return (double) statements.count(line -> true) / time.toSeconds();
    }

    private static void join(Fleet fleet, GpuaasClient client, int nodes, Result result) throws Exception {
        long began = System.nanoTime();
        fleet.join(JoinTokens.create(client, nodes), JOIN_PATIENCE);
        double seconds = (System.nanoTime() - began) / 1e9;
        Progress.say(String.format(Locale.ROOT, "%d nodes joined in %.1f s; load %.1f", fleet.size(), seconds, load()));
        result.figure("nodes", fleet.size())
                .figure("join_seconds", seconds)
                .say(String.format(Locale.ROOT, "%d nodes joined in %.1f s", fleet.size(), seconds));
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
