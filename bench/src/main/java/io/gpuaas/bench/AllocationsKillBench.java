package io.gpuaas.bench;

import io.gpuaas.bench.ControlPlaneProcess.Launcher;
import io.gpuaas.kernel.ProjectId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Kills the control plane and agents with SIGKILL, at random, while allocations are created and given back; then looks
 * whether each of them came to its end by legal steps, whether every GPU is free again, and whether the hosts are clean.
 * The seed decides who is killed when, and who gives back early.
 */
final class AllocationsKillBench implements Bench.Benchmark {

    private static final String DATABASE = "allocations_kill_bench";
    private static final int SEEDS = 1_000_000;
    private static final Duration END_PATIENCE = Duration.ofMinutes(10);

    @Override
    public Options options() {
        String seed = String.valueOf(1 + ThreadLocalRandom.current().nextInt(SEEDS));
        return Options.of(
                "allocations", "500", "agents", "8", "users", "24", "seconds", "120", "speed", "20", "seed", seed);
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Bench.progress("seed " + options.number("seed"));
        Database database = Database.start(workspace);
        database.create(DATABASE);
        try (Connection connection = database.connect(DATABASE)) {
            Launcher launcher = new Launcher(workspace, database, DATABASE);
            KilledServer server = new KilledServer(launcher::startWithLifecycle);
            server.start();
            ProjectId project = BenchProject.create(server.awaitUp());
            Kills kills = Kills.of(workspace, server, options);
            Map<String, Path> hosts = kills.hosts(connection);
            try (StubbornUsers users = new StubbornUsers(server, project, options)) {
                kills.run(Duration.ofSeconds(options.number("seconds")), users::allow);
                users.allow(1);
                users.awaitEnd(END_PATIENCE);
            }
            Violations violations = AllocationViolations.look(connection, options.number("allocations"), hosts);
            return result(connection, kills, violations).figure("postgresql", database.version());
        }
    }

    private static Result result(Connection connection, Kills kills, Violations violations) throws SQLException {
        violations.show();
        Map<String, Long> states = states(connection);
        long total = states.values().stream().mapToLong(Long::longValue).sum();
        Result result = new Result()
                .figure("allocations", total)
                .figure("ends", states)
                .figure("violations", violations.found())
                .say(String.format(
                        Locale.ROOT,
                        "%d allocations on %s: %s, %d violations",
                        total,
                        kills.said(),
                        states,
                        violations.found().size()))
                .require(violations.found().isEmpty(), violations.found().size() + " violations");
        kills.into(result);
        return result;
    }

    private static Map<String, Long> states(Connection connection) throws SQLException {
        Map<String, Long> states = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT state || coalesce(' (' || code || ')', ''), count(*) FROM allocations.allocation
                        GROUP BY 1 ORDER BY 1""")) {
            while (row.next()) {
                states.put(row.getString(1), row.getLong(2));
            }
        }
        return states;
    }
}
