package io.gpuaas.bench.fleet;

import io.gpuaas.bench.kills.KilledServer;
import io.gpuaas.bench.kills.Kills;
import io.gpuaas.bench.kills.Violations;
import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.ControlPlaneProcess.Launcher;
import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Kills the control plane and agents with SIGKILL, at random, while tasks run, and starts them again;
 * then looks whether every task ended once and had its effect once. The seed decides who is killed
 * when, and which tasks are made for whom.
 */
public final class FleetKillBench implements Benchmark {

    private static final String DATABASE = "fleet_kill_bench";
    private static final int SEEDS = 1_000_000;

    /** An interrupted attempt is retried after a pause that grows with the attempts. */
    private static final Duration END_PATIENCE = Duration.ofMinutes(8);

    private static final String OPEN = """
            SELECT count(*) FROM public.wanted_task w LEFT JOIN nodes.task t ON t.id = w.task_id
            WHERE t.id IS NULL OR t.state IN ('queued', 'sent', 'running')
               OR NOT EXISTS (SELECT 1 FROM events.bus_message m WHERE m.aggregate = 'node_task:' || t.id)""";

    @Override
    public Options options() {
        String seed = String.valueOf(1 + ThreadLocalRandom.current().nextInt(SEEDS));
        return Options.of("tasks", "2000", "agents", "12", "seconds", "120", "speed", "20", "seed", seed);
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Progress.say("seed " + options.number("seed"));
        Database database = Database.start(workspace);
        database.create(DATABASE);
        try (Connection connection = database.connect(DATABASE)) {
            Database.execute(connection, TaskMakingControlPlane.TABLE);
            Launcher launcher = new Launcher(workspace, database, DATABASE);
            KilledServer server =
                    new KilledServer(nodePort -> launcher.startVariant(TaskMakingControlPlane.class, nodePort));
            server.start();
            Kills kills = Kills.of(workspace, server, options);
            Map<String, Path> hosts = kills.hosts(connection);
            WantedTasks tasks = new WantedTasks(List.copyOf(hosts.keySet()), new Random(options.number("seed")));
            int total = options.number("tasks");
            kills.run(
                    Duration.ofSeconds(options.number("seconds")),
                    share -> tasks.add(connection, Math.max(0, (int) (total * share) - tasks.made())));
            tasks.add(connection, total - tasks.made());
            awaitEnds(connection, server);
            return result(connection, kills, tasks, Violations.look(connection, hosts))
                    .figure("postgresql", database.version());
        }
    }

    private static void awaitEnds(Connection connection, KilledServer server) throws Exception {
        long deadline = System.nanoTime() + END_PATIENCE.toNanos();
        long open = Database.number(connection, OPEN);
        long shown = open;
        while (open > 0 && System.nanoTime() < deadline) {
            server.awaitUp().requireAlive();
            Thread.sleep(Kills.TURN);
            open = Database.number(connection, OPEN);
            if (open < shown * 3 / 4) {
                shown = open;
                Progress.say(open + " tasks have not ended yet");
            }
        }
    }

    private static Result result(Connection connection, Kills kills, WantedTasks tasks, Violations violations)
            throws SQLException {
        violations.show();
        Map<String, Long> states = states(connection);
        long repeated = Database.number(connection, "SELECT count(*) FROM nodes.task WHERE attempt > 1");
        Result result = new Result()
                .figure("tasks", tasks.made())
                .figure("ends", states)
                .figure("tasks_with_more_than_one_attempt", repeated)
                .figure("violations", violations.found())
                .say(String.format(
                        Locale.ROOT,
                        "%d tasks on %s: %s, %d needed more than one attempt, %d violations",
                        tasks.made(),
                        kills.said(),
                        states,
                        repeated,
                        violations.found().size()))
                .require(violations.found().isEmpty(), violations.found().size() + " violations");
        kills.into(result);
        return result;
    }

    private static Map<String, Long> states(Connection connection) throws SQLException {
        Map<String, Long> states = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT state, count(*) FROM nodes.task GROUP BY state ORDER BY state")) {
            while (row.next()) {
                states.put(row.getString(1), row.getLong(2));
            }
        }
        return states;
    }
}
