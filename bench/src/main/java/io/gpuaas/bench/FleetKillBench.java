package io.gpuaas.bench;

import io.gpuaas.bench.ControlPlaneProcess.Launcher;
import io.gpuaas.fleet.JoinTokens;
import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
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
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Kills the control plane and agents with SIGKILL, at random, while tasks run, and starts them again;
 * then looks whether every task ended once and had its effect once. The seed decides who is killed
 * when, and which tasks are made for whom.
 */
final class FleetKillBench implements Bench.Benchmark {

    private static final String DATABASE = "fleet_kill_bench";
    private static final int JOINING_AT_ONCE = 4;
    private static final int SEEDS = 1_000_000;

    /** One kill in this many is the control plane's. */
    private static final int SERVER_SHARE = 12;

    private static final Duration TURN = Duration.ofMillis(500);

    /** An attempt that was cut off is made anew after a pause that grows with the attempts. */
    private static final Duration END_PATIENCE = Duration.ofMinutes(8);

    @Override
    public Options options() {
        String seed = String.valueOf(1 + ThreadLocalRandom.current().nextInt(SEEDS));
        return Options.of("tasks", "2000", "agents", "12", "seconds", "120", "seed", seed);
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        Bench.progress("seed " + options.number("seed"));
        Database database = Database.start(workspace);
        database.create(DATABASE);
        try (Connection connection = database.connect(DATABASE)) {
            Database.execute(connection, TaskMakingControlPlane.TABLE);
            Server server = new Server(new Launcher(workspace, database, DATABASE));
            server.start();
            List<AgentProcess> agents = join(workspace, server, options.number("agents"));
            Map<String, Path> hosts = hosts(connection, agents);
            Story story = new Story(
                    connection,
                    server,
                    agents,
                    new WantedTasks(List.copyOf(hosts.keySet()), new Random(options.number("seed"))),
                    new Random(options.number("seed")));
            story.run(options.number("tasks"), Duration.ofSeconds(options.number("seconds")));
            story.awaitEnds();
            return story.result(Violations.look(connection, hosts), database.version());
        }
    }

    /** The control plane, which hosts find at one port however often it is started. */
    private static final class Server {

        private final Launcher launcher;
        private final int nodePort;
        private CompletableFuture<ControlPlaneProcess> process = new CompletableFuture<>();

        Server(Launcher launcher) throws IOException {
            this.launcher = launcher;
            this.nodePort = Launcher.freePort();
        }

        /** Goes on at once: agents are killed also while it is away. */
        void start() {
            CompletableFuture<ControlPlaneProcess> starting = new CompletableFuture<>();
            process = starting;
            Thread.ofPlatform().daemon().name("start-server").start(() -> {
                try {
                    starting.complete(launcher.startTaskMaking(nodePort));
                } catch (Exception e) {
                    starting.completeExceptionally(e);
                }
            });
        }

        boolean isUp() {
            return process.isDone();
        }

        ControlPlaneProcess awaitUp() {
            return process.join();
        }
    }

    private static List<AgentProcess> join(Workspace workspace, Server server, int count) throws Exception {
        ControlPlaneProcess process = server.awaitUp();
        GpuaasClient client =
                GpuaasClient.connect(URI.create("http://127.0.0.1:" + process.port()), process.firstLoginToken());
        List<String> tokens = JoinTokens.create(client, count);
        Path jar = workspace.directory().resolve("gpuaas-agent.jar");
        Files.copy(workspace.installation().agentJar(), jar);
        List<AgentProcess> agents = new ArrayList<>();
        List<Future<?>> joining = new ArrayList<>();
        try (ExecutorService lanes = Executors.newFixedThreadPool(JOINING_AT_ONCE)) {
            for (int i = 0; i < count; i++) {
                AgentProcess agent = workspace.keep(new AgentProcess(workspace, jar, i + 1));
                String token = tokens.get(i);
                agents.add(agent);
                joining.add(lanes.submit(() -> {
                    agent.enroll(server.nodePort, token);
                    agent.start();
                    return agent;
                }));
            }
        }
        for (Future<?> one : joining) {
            one.get();
        }
        Bench.progress(count + " agents joined");
        return agents;
    }

    private static Map<String, Path> hosts(Connection connection, List<AgentProcess> agents) throws SQLException {
        Map<String, Path> hosts = new LinkedHashMap<>();
        for (AgentProcess agent : agents) {
            hosts.put(
                    Database.text(connection, "SELECT id FROM nodes.node WHERE name = '" + agent.name() + "'"),
                    agent.host());
        }
        return hosts;
    }

    /** What happens, and what came of it. */
    private static final class Story {

        private final Connection connection;
        private final Server server;
        private final List<AgentProcess> agents;
        private final WantedTasks tasks;
        private final Random random;
        private int serverKills;
        private int agentKills;

        Story(Connection connection, Server server, List<AgentProcess> agents, WantedTasks tasks, Random random) {
            this.connection = connection;
            this.server = server;
            this.agents = agents;
            this.tasks = tasks;
            this.random = random;
        }

        /** In turns: some more tasks, one kill, and whoever was killed a turn ago is started again. */
        void run(int total, Duration time) throws Exception {
            long began = System.nanoTime();
            while (System.nanoTime() - began < time.toNanos()) {
                double share = (double) (System.nanoTime() - began) / time.toNanos();
                tasks.add(connection, Math.max(0, (int) (total * share) - tasks.made()));
                List<AgentProcess> dead =
                        agents.stream().filter(agent -> !agent.isAlive()).toList();
                killOne();
                Thread.sleep(TURN.toMillis() / 2 + random.nextInt((int) TURN.toMillis()));
                for (AgentProcess agent : dead) {
                    agent.start();
                }
            }
            tasks.add(connection, total - tasks.made());
            server.awaitUp();
            Bench.progress(serverKills + " kills of the control plane, " + agentKills + " of agents");
        }

        private void killOne() throws Exception {
            if (random.nextInt(SERVER_SHARE) == 0 && server.isUp()) {
                serverKills++;
                server.awaitUp().kill();
                server.start();
            } else {
                killAgent();
            }
        }

        private void killAgent() throws InterruptedException {
            AgentProcess agent = agents.get(random.nextInt(agents.size()));
            if (agent.isAlive()) {
                agentKills++;
                agent.kill();
            }
        }

        void awaitEnds() throws Exception {
            for (AgentProcess agent : agents) {
                if (!agent.isAlive()) {
                    agent.start();
                }
            }
            long deadline = System.nanoTime() + END_PATIENCE.toNanos();
            long open = open();
            long shown = open;
            while (open > 0 && System.nanoTime() < deadline) {
                server.awaitUp().requireAlive();
                Thread.sleep(TURN);
                open = open();
                if (open < shown * 3 / 4) {
                    shown = open;
                    Bench.progress(open + " tasks have not ended yet");
                }
            }
        }

        private long open() throws SQLException {
            return Database.number(connection, """
                    SELECT count(*) FROM public.wanted_task w LEFT JOIN nodes.task t ON t.id = w.task_id
                    WHERE t.id IS NULL OR t.state IN ('queued', 'sent', 'running')
                       OR NOT EXISTS (SELECT 1 FROM events.bus_message m WHERE m.aggregate = 'node_task:' || t.id)""");
        }

        Result result(Violations violations, String postgres) throws SQLException {
            violations.show();
            Map<String, Long> states = states();
            long repeated = Database.number(connection, "SELECT count(*) FROM nodes.task WHERE attempt > 1");
            return new Result()
                    .figure("postgresql", postgres)
                    .figure("tasks", tasks.made())
                    .figure("ends", states)
                    .figure("tasks_with_more_than_one_attempt", repeated)
                    .figure("control_plane_kills", serverKills)
                    .figure("agent_kills", agentKills)
                    .figure("violations", violations.found())
                    .say(String.format(
                            Locale.ROOT,
                            "%d tasks on %d agents through %d kills of the control plane and %d of agents: %s, %d needed"
                                    + " more than one attempt, %d violations",
                            tasks.made(),
                            agents.size(),
                            serverKills,
                            agentKills,
                            states,
                            repeated,
                            violations.found().size()))
                    .require(violations.found().isEmpty(), violations.found().size() + " violations")
                    .require(serverKills > 0, "the control plane was never killed; give it another seed or more time")
                    .require(agentKills > 0, "no agent was killed; give it another seed or more time");
        }

        private Map<String, Long> states() throws SQLException {
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
}
