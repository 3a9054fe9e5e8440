package io.gpuaas.bench.fleet;

import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.sdk.CollectNodeLogs;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.NodeLogSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** How long a task takes from the request that makes it until the node has it, and where the time goes. */
final class Dispatching {

    private static final double P99_MILLIS_MAX = 250;
    private static final Duration ARRIVAL_PATIENCE = Duration.ofSeconds(60);
    private static final int CLIENTS = 16;

    private final GpuaasClient client;
    private final List<NodeId> nodes;
    private final Map<TaskId, Long> received;
    private final Connection connection;
    private final int rate;
    private final Random random = new Random(1);
    private final AtomicInteger refused = new AtomicInteger();

    Dispatching(GpuaasClient client, List<NodeId> nodes, Map<TaskId, Long> received, Connection connection, int rate) {
        this.client = client;
        this.nodes = List.copyOf(nodes);
        this.received = received;
        this.connection = connection;
        this.rate = rate;
    }

    private record Asked(long nanos, Instant at) {}

    /** The first seconds are left out: what was compiled a moment ago is not what serves for days. */
    void measure(int warmUpSeconds, int seconds, Result result) throws Exception {
        ask(warmUpSeconds);
        Progress.say("warmed up with " + warmUpSeconds * rate + " tasks");
        Map<TaskId, Asked> asked = ask(seconds);
        Latencies whole = new Latencies();
        asked.forEach((task, one) -> whole.add(received.getOrDefault(task, Long.MAX_VALUE) - one.nanos()));
        Latencies sorted = Latencies.together(List.of(whole));
        double p50 = sorted.percentileMillis(0.5);
        double p99 = sorted.percentileMillis(0.99);
        result.figure("tasks", asked.size())
                .figure("warm_up_seconds", warmUpSeconds)
                .figure("dispatch_p50_ms", p50)
                .figure("dispatch_p99_ms", p99)
                .figure("dispatch_max_ms", sorted.percentileMillis(1));
        stages(asked, result);
        result.say(String.format(
                        Locale.ROOT,
                        "%d tasks at %d/s after %d s of warm-up, from the request to the node: p50 %.1f ms, p99 %.1f ms"
                                + " (bar %.0f) %s",
                        asked.size(),
                        rate,
                        warmUpSeconds,
                        p50,
                        p99,
                        P99_MILLIS_MAX,
                        Result.verdict(p99 < P99_MILLIS_MAX)))
                .require(refused.get() == 0, refused.get() + " tasks were refused")
                .require(p99 < P99_MILLIS_MAX, "tasks reach their nodes too late");
    }

    /** At an even pace, whether or not the earlier ones have arrived. */
    private Map<TaskId, Asked> ask(int seconds) throws Exception {
        Map<TaskId, Asked> asked = new ConcurrentHashMap<>();
        long total = (long) rate * seconds;
        try (ScheduledExecutorService clients = Executors.newScheduledThreadPool(CLIENTS)) {
            for (int n = 0; n < total; n++) {
                NodeId node = nodes.get(random.nextInt(nodes.size()));
                var _ = clients.schedule(() -> ask(node, asked), n * 1_000_000L / rate, TimeUnit.MICROSECONDS);
            }
        }
        Waiting.until(
                "the last tasks to arrive",
                ARRIVAL_PATIENCE,
                Duration.ofMillis(100),
                () -> received.keySet().containsAll(asked.keySet()));
        return asked;
    }

    private void ask(NodeId node, Map<TaskId, Asked> asked) {
        Asked now = new Asked(System.nanoTime(), Instant.now());
        try {
            CollectNodeLogs logs = new CollectNodeLogs(List.of(NodeLogSource.AGENT), null);
            asked.put(client.nodes().collectNodeLogs(node, logs).id(), now);
        } catch (RuntimeException e) {
            if (refused.getAndIncrement() == 0) {
                Progress.say("a task was refused: " + e.getMessage());
            }
        }
    }

    /** By the times in the database, which the same clock gave. */
    private void stages(Map<TaskId, Asked> asked, Result result) throws SQLException {
        Latencies made = new Latencies();
        Latencies taken = new Latencies();
        Latencies arrived = new Latencies();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT id, created_at, sent_at FROM nodes.task WHERE sent_at IS NOT NULL")) {
            while (row.next()) {
                TaskId id = new TaskId(row.getObject("id", UUID.class));
                Asked one = asked.get(id);
                Long at = received.get(id);
                if (one != null && at != null) {
                    Instant created =
                            row.getObject("created_at", OffsetDateTime.class).toInstant();
                    Instant sent =
                            row.getObject("sent_at", OffsetDateTime.class).toInstant();
                    made.add(Duration.between(one.at(), created).toNanos());
                    taken.add(Duration.between(created, sent).toNanos());
                    arrived.add(Duration.between(sent, one.at().plusNanos(at - one.nanos()))
                            .toNanos());
                }
            }
        }
        stage("request_to_task", made, result);
        stage("task_to_taken_for_the_node", taken, result);
        stage("taken_to_received", arrived, result);
    }

    private static void stage(String name, Latencies times, Result result) {
        Latencies sorted = Latencies.together(List.of(times));
        result.figure(name + "_p50_ms", sorted.percentileMillis(0.5))
                .figure(name + "_p99_ms", sorted.percentileMillis(0.99));
        Progress.say(String.format(
                Locale.ROOT,
                "%s: p50 %.1f ms, p99 %.1f ms",
                name.replace('_', ' '),
                sorted.percentileMillis(0.5),
                sorted.percentileMillis(0.99)));
    }
}
