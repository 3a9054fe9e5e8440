package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kills.KilledServer;
import io.gpuaas.bench.kills.Kills;
import io.gpuaas.bench.kills.Violations;
import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.CapacityApi;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.SetPolicy;
import io.gpuaas.sdk.SetSlotMode;
import io.gpuaas.sdk.Slot;
import io.gpuaas.sdk.SlotMode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Kills the control plane and agents with SIGKILL, at random, while allocations of all shapes are created and given back; then looks
 * whether each of them came to its end by legal steps, whether every GPU is free again, and whether the hosts are clean.
 * The seed decides who is killed when, and who gives back early.
 */
public final class AllocationsKillBench implements Benchmark {

    private static final String DATABASE = "allocations_kill_bench";
    private static final int SEEDS = 1_000_000;
    private static final int SHAPES = 3;
    private static final Duration SLOTS_PATIENCE = Duration.ofMinutes(1);
    private static final Duration END_PATIENCE = Duration.ofMinutes(10);

    @Override
    public Options options() {
        String seed = String.valueOf(1 + ThreadLocalRandom.current().nextInt(SEEDS));
        return Options.of(
                "allocations", "500", "agents", "8", "users", "24", "seconds", "120", "speed", "20", "seed", seed);
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Progress.say("seed " + options.number("seed"));
        Database database = Database.start(workspace);
        database.create(DATABASE);
        try (Connection connection = database.connect(DATABASE)) {
            Launcher launcher = new Launcher(workspace, database, DATABASE);
            KilledServer server = new KilledServer(launcher::startWithLifecycle);
            server.start();
            ProjectId project = BenchProject.create(server.awaitUp());
            Kills kills = Kills.of(workspace, server, options);
            Map<String, Path> hosts = kills.hosts(connection);
            // Without this, a request for a whole host would wait until no slices are requested any more.
            server.client().policies().setPolicy("allocations.queue_patience", new SetPolicy("PT5S", null));
            divideOne(server.client(), NodeId.parse(hosts.keySet().iterator().next()));
            try (StubbornUsers users = new StubbornUsers(server, project, options)) {
                kills.run(Duration.ofSeconds(options.number("seconds")), users::allow);
                users.allow(1);
                users.awaitEnd(END_PATIENCE);
            }
            Violations violations = AllocationViolations.look(connection, options.number("allocations"), hosts);
            return result(connection, kills, violations).figure("postgresql", database.version());
        }
    }

    /** The GPUs of the first host are sold in parts, those of the others as slices and as whole hosts. */
    private static void divideOne(GpuaasClient client, NodeId node) throws Exception {
        List<Slot> slots = new ArrayList<>();
        Waiting.until("the slots of a host", SLOTS_PATIENCE, Kills.TURN, () -> {
            slots.clear();
            slots.addAll(client.capacity()
                    .listSlots(CapacityApi.ListSlotsFilter.none().nodeId(node), PageRequest.first())
                    .items());
            return !slots.isEmpty();
        });
        for (Slot slot : slots) {
            client.capacity().setSlotMode(node, slot.gpuUuid(), new SetSlotMode(SlotMode.MIG));
        }
    }

    private static Result result(Connection connection, Kills kills, Violations violations) throws SQLException {
        violations.show();
        Map<String, Long> states = states(connection);
        Map<String, Long> shapes = shapes(connection);
        long total = states.values().stream().mapToLong(Long::longValue).sum();
        Result result = new Result()
                .figure("allocations", total)
                .figure("shapes", shapes)
                .figure("ends", states)
                .figure("violations", violations.found())
                .say(String.format(
                        Locale.ROOT,
                        "%d allocations (%s) on %s: %s, %d violations",
                        total,
                        shapes,
                        kills.said(),
                        states,
                        violations.found().size()))
                .require(shapes.size() == SHAPES, "not every shape was among them; give it another seed or more")
                .require(violations.found().isEmpty(), violations.found().size() + " violations");
        kills.into(result);
        return result;
    }

    /** How many of each shape. */
    private static Map<String, Long> shapes(Connection connection) throws SQLException {
        return counts(connection, "SELECT shape, count(*) FROM allocations.allocation GROUP BY 1 ORDER BY 1");
    }

    private static Map<String, Long> states(Connection connection) throws SQLException {
        return counts(connection, """
                SELECT state || coalesce(' (' || code || ')', ''), count(*) FROM allocations.allocation
                GROUP BY 1 ORDER BY 1""");
    }

    private static Map<String, Long> counts(Connection connection, String sql) throws SQLException {
        Map<String, Long> counts = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                counts.put(row.getString(1), row.getLong(2));
            }
        }
        return counts;
    }
}
