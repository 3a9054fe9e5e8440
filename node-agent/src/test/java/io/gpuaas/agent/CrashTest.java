package io.gpuaas.agent;

import static io.gpuaas.agent.TestNode.PATIENCE;
import static io.gpuaas.agent.TestNode.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.task.TaskRunner;
import io.gpuaas.kernel.TaskId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real agent process is killed with SIGKILL at bad moments, and started again. */
class CrashTest {

    @TempDir
    Path folder;

    private FakeControlPlane controlPlane;
    private TestNode node;

    @SuppressWarnings("NullAway.Init")
    CrashTest() {}

    @BeforeEach
    void enroll() throws Exception {
        controlPlane = new FakeControlPlane();
        node = new TestNode(controlPlane, folder.resolve("state"));
        node.enroll();
    }

    @AfterEach
    void stop() {
        controlPlane.close();
    }

    @Test
    void killedBetweenPersistAndExecuteTheTaskRunsOnceAfterwards() throws Exception {
        // All slots are taken by tasks that do not end, so the last one is in the journal and has not begun.
        node.fault("slow:oci.launch:1000000");
        List<TaskId> blockers = IntStream.range(0, TaskRunner.CONCURRENCY)
                .mapToObj(i -> controlPlane.send("oci.launch", container(i)))
                .toList();
        TaskId waiting;
        try (AgentProcess agent = agent()) {
            blockers.forEach(this::awaitStarted);
            waiting = controlPlane.send("user.provision", user("ada"));
            awaitSequence(TaskRunner.CONCURRENCY + 1);
            agent.kill();
        }
        assertThat(node.executions(waiting)).isZero();

        node.fault("# nothing");
        try (AgentProcess agent = agent()) {
            assertThat(agent).isNotNull();
            assertThat(node.result(waiting).path("outcome").asString()).isEqualTo("succeeded");
            blockers.forEach(task ->
                    assertThat(node.result(task).path("outcome").asString()).isEqualTo("interrupted"));
        }
        assertThat(node.executions(waiting)).isEqualTo(1);
        for (TaskId blocker : blockers) {
            assertThat(node.executions(blocker))
                    .as("the agent never starts it again")
                    .isEqualTo(1);
        }
    }

    @Test
    void killedWhileATaskRunsItIsReportedInterruptedAndNotRepeated() throws Exception {
        node.fault("slow:user.provision:1000000");
        TaskId task = controlPlane.send("user.provision", user("ada"));
        try (AgentProcess agent = agent()) {
            awaitStarted(task);
            agent.kill();
        }
        node.fault("# nothing");
        try (AgentProcess agent = agent()) {
            assertThat(agent).isNotNull();
            assertThat(node.result(task).path("outcome").asString()).isEqualTo("interrupted");
        }
        assertThat(node.executions(task)).isEqualTo(1);
        assertThat(node.effects("user.provision-ada")).isZero();
    }

    @Test
    void killedBetweenExecuteAndReportTheStoredResultIsReported() throws Exception {
        controlPlane.refuseEvents = true;
        TaskId task = controlPlane.send("user.provision", user("ada"));
        try (AgentProcess agent = agent()) {
            await().atMost(PATIENCE).until(() -> journal().contains("\"FINISHED\""));
            agent.kill();
        }
        controlPlane.refuseEvents = false;
        try (AgentProcess agent = agent()) {
            assertThat(agent).isNotNull();
            assertThat(node.result(task).path("outcome").asString()).isEqualTo("succeeded");
        }
        assertThat(node.executions(task)).isEqualTo(1);
        assertThat(node.effects("user.provision-ada")).isEqualTo(1);
    }

    @Test
    void aNodeRestoredFromACopyShowsItAndRunsNothingTwice() throws Exception {
        Path copy = folder.resolve("copy");
        TaskId first = controlPlane.send("user.provision", user("ada"));
        try (AgentProcess agent = agent()) {
            node.result(first);
            await().atMost(PATIENCE).until(() -> journal().contains("\"REPORTED\""));
            agent.kill();
        }
        copy(folder.resolve("state"), copy);
        int pollsOfFirst = controlPlane.polls.size();
        TaskId second;
        try (AgentProcess agent = agent()) {
            // A task sent now would go to the poll of the dead agent, which still waits at the server.
            await().atMost(PATIENCE).until(() -> controlPlane.polls.size() > pollsOfFirst);
            second = controlPlane.send("user.provision", user("bob"));
            node.result(second);
            agent.kill();
        }

        // The disk goes back to the copy; the server notices by the sequence and lets the node wait.
        Files.copy(copy.resolve("journal"), folder.resolve("state/journal"), StandardCopyOption.REPLACE_EXISTING);
        controlPlane.quarantined = "node_state_conflict";
        int pollsBefore = controlPlane.polls.size();
        try (AgentProcess agent = agent()) {
            assertThat(agent).isNotNull();
            await().atMost(PATIENCE).until(() -> controlPlane.polls.size() > pollsBefore);
            assertThat(controlPlane.polls.getLast().path("last_sequence").asLong())
                    .isEqualTo(1);

            // Readmitted, it gets only numbers it can never have seen.
            int pollsInQuarantine = controlPlane.polls.size();
            controlPlane.quarantined = "";
            await().atMost(PATIENCE).until(() -> controlPlane.polls.size() > pollsInQuarantine + 1);
            controlPlane.continueSequenceAt(1_000);
            TaskId third = controlPlane.send("user.provision", user("cyd"));
            assertThat(node.result(third).path("outcome").asString()).isEqualTo("succeeded");
        }
        assertThat(node.executions(first)).isEqualTo(1);
        assertThat(node.executions(second)).isEqualTo(1);
    }

    @Test
    void terminalsThatDiedWithTheAgentAreReportedOnceByTheNextAndNewOnesAreNot() throws Exception {
        UUID died = UUID.randomUUID();
        UUID begins = UUID.randomUUID();
        try (AgentProcess agent = agent()) {
            node.result(controlPlane.send("user.provision", user("ada")));
            // Nobody listens there: the terminal waits for somebody to come until the agent is killed.
            node.result(controlPlane.send("terminal.open", terminal(died)));
            agent.kill();
        }
        assertThat(controlPlane.endedTerminals).isEmpty();
        controlPlane.terminalReportsLost.set(2);
        int pollsOfFirst = controlPlane.polls.size();
        try (AgentProcess agent = agent()) {
            await().atMost(PATIENCE).until(() -> controlPlane.polls.size() > pollsOfFirst);
            TaskId opening = controlPlane.send("terminal.open", terminal(begins));
            await().atMost(PATIENCE).until(() -> controlPlane.endedTerminals.containsKey(died));
            node.result(opening);
            agent.kill();
        }
        assertThat(controlPlane.endedTerminals).containsOnly(Map.entry(died, "agent_ended"));
        try (AgentProcess agent = agent()) {
            assertThat(agent).isNotNull();
            await().atMost(PATIENCE).until(() -> controlPlane.endedTerminals.containsKey(begins));
        }
        assertThat(controlPlane.endedTerminals)
                .as("each is told once")
                .containsOnly(Map.entry(died, "agent_ended"), Map.entry(begins, "agent_ended"));
    }

    private static String terminal(UUID id) {
        return "{\"session_id\":\"" + id + "\",\"stream_id\":\"" + UUID.randomUUID()
                + "\",\"allocation_id\":\"00000000-0000-4000-8000-0000000000aa\",\"gateway_url\":\"wss://127.0.0.1:1/x\""
                + ",\"username\":\"ada\",\"begins\":true,\"seconds_max\":600,\"idle_seconds_max\":600"
                + ",\"detached_seconds_max\":600}";
    }

    private AgentProcess agent() throws IOException {
        return new AgentProcess(folder.resolve("state"), folder.resolve("log"), "--speed", "200");
    }

    private void awaitStarted(TaskId task) {
        await().atMost(PATIENCE)
                .until(() -> !controlPlane.eventsOf(task, "started").isEmpty());
    }

    private void awaitSequence(long sequence) {
        await().atMost(PATIENCE)
                .until(() -> controlPlane.polls.getLast().path("last_sequence").asLong() == sequence);
    }

    private String journal() throws IOException {
        return Files.exists(folder.resolve("state/journal"))
                ? new String(Files.readAllBytes(folder.resolve("state/journal")), StandardCharsets.ISO_8859_1)
                : "";
    }

    private static String container(int number) {
        return "{\"container_id\":\"00000000-0000-4000-8000-00000000000" + number
                + "\",\"image\":\"registry/app@sha256:" + "a".repeat(64) + "\"}";
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            Files.createDirectories(to);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
