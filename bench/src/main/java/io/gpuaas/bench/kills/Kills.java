package io.gpuaas.bench.kills;

import io.gpuaas.bench.kit.Database;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.fleet.JoinTokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Kills a control plane and its agents with SIGKILL at random, and starts them again. The seed decides who and when. */
public final class Kills {

    private static final int JOINING_AT_ONCE = 4;

    /** One kill in this many is the control plane's. */
    private static final int SERVER_SHARE = 12;

    public static final Duration TURN = Duration.ofMillis(500);

    private final KilledServer server;
    private final List<AgentProcess> agents;
    private final Random random;
    private int ofServer;
    private int ofAgents;

    private Kills(KilledServer server, List<AgentProcess> agents, Random random) {
        this.server = server;
        this.agents = agents;
        this.random = random;
    }

    /** Runs between two kills; {@code share} is the part of the time that has passed. */
    @FunctionalInterface
    public interface Turn {
        void at(double share) throws Exception;
    }

    /** Agents that have joined a control plane that is up. */
    public static Kills of(Workspace workspace, KilledServer server, Options options) throws Exception {
        int agents = options.number("agents");
        List<String> tokens = JoinTokens.create(server.client(), agents);
        Path jar = workspace.directory().resolve("gpuaas-agent.jar");
        Files.copy(workspace.installation().agentJar(), jar);
        List<AgentProcess> processes = new ArrayList<>();
        List<Future<?>> joining = new ArrayList<>();
        try (ExecutorService lanes = Executors.newFixedThreadPool(JOINING_AT_ONCE)) {
            for (int i = 0; i < agents; i++) {
                AgentProcess agent = workspace.keep(new AgentProcess(workspace, jar, i + 1, options.number("speed")));
                String token = tokens.get(i);
                processes.add(agent);
                joining.add(lanes.submit(() -> {
                    agent.enroll(server.nodePort(), token);
                    agent.start();
                    return agent;
                }));
            }
        }
        for (Future<?> one : joining) {
            one.get();
        }
        Progress.say(agents + " agents joined");
        return new Kills(server, processes, new Random(options.number("seed")));
    }

    /** The folders of the hosts by the id of their node. */
    public Map<String, Path> hosts(Connection connection) throws SQLException {
        Map<String, Path> hosts = new LinkedHashMap<>();
        for (AgentProcess agent : agents) {
            hosts.put(
                    Database.text(connection, "SELECT id FROM nodes.node WHERE name = '" + agent.name() + "'"),
                    agent.host());
        }
        return hosts;
    }

    /** In turns: something happens, one kill, and whoever was killed a turn ago is started again. */
    public void run(Duration time, Turn turn) throws Exception {
        long began = System.nanoTime();
        while (System.nanoTime() - began < time.toNanos()) {
            turn.at((double) (System.nanoTime() - began) / time.toNanos());
            List<AgentProcess> dead =
                    agents.stream().filter(agent -> !agent.isAlive()).toList();
            killOne();
            Thread.sleep(TURN.toMillis() / 2 + random.nextInt((int) TURN.toMillis()));
            for (AgentProcess agent : dead) {
                agent.start();
            }
        }
        for (AgentProcess agent : agents) {
            if (!agent.isAlive()) {
                agent.start();
            }
        }
        server.awaitUp();
        Progress.say(ofServer + " kills of the control plane, " + ofAgents + " of agents");
    }

    private void killOne() throws Exception {
        if (random.nextInt(SERVER_SHARE) == 0 && server.isUp()) {
            ofServer++;
            server.killAndStart();
            return;
        }
        AgentProcess agent = agents.get(random.nextInt(agents.size()));
        if (agent.isAlive()) {
            ofAgents++;
            agent.kill();
        }
    }

    public String said() {
        return agents.size() + " agents through " + ofServer + " kills of the control plane and " + ofAgents
                + " of agents";
    }

    public void into(Result result) {
        result.figure("control_plane_kills", ofServer)
                .figure("agent_kills", ofAgents)
                .require(ofServer > 0, "the control plane was never killed; give it another seed or more time")
                .require(ofAgents > 0, "no agent was killed; give it another seed or more time");
    }
}
